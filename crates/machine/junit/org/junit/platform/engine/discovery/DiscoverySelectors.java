package org.junit.platform.engine.discovery;

import java.lang.reflect.Method;

public class DiscoverySelectors {
  public static native MethodSelector selectMethod(Class<?> type, Method method);
}
