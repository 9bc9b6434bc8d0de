package org.junit.runner.notification;

public class RunNotifier {
  public native void addListener(RunListener listener);
}
