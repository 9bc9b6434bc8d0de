package org.junit.platform.engine;

import org.junit.platform.engine.reporting.ReportEntry;

public interface EngineExecutionListener {
  void dynamicTestRegistered(TestDescriptor test);

  void executionSkipped(TestDescriptor test, String reason);

  void executionStarted(TestDescriptor test);

  void executionFinished(TestDescriptor test, TestExecutionResult result);

  void reportingEntryPublished(TestDescriptor test, ReportEntry entry);
}
