package org.junit.platform.engine;

import java.util.Optional;

public class TestExecutionResult {
  public enum Status {
    SUCCESSFUL,
    ABORTED,
    FAILED
  }

  public native Status getStatus();

  public native Optional<Throwable> getThrowable();
}
