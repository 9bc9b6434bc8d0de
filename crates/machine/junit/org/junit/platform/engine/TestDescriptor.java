package org.junit.platform.engine;

import java.util.Set;

public interface TestDescriptor {
  String getDisplayName();

  boolean isTest();

  Set<? extends TestDescriptor> getChildren();
}
