package org.junit.runner;

import org.junit.runner.manipulation.Filter;

public abstract class Request {
  public static native Request aClass(Class<?> type);

  public native Request filterWith(Filter filter);

  public abstract Runner getRunner();
}
