package org.junit.runner.notification;

import org.junit.runner.Description;

public class Failure {
  public native Description getDescription();

  public native Throwable getException();
}
