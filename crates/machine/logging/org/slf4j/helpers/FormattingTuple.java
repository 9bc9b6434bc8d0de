package org.slf4j.helpers;

public class FormattingTuple {
  public native String getMessage();

  public native Throwable getThrowable();
}
