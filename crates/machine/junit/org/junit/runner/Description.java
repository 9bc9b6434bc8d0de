package org.junit.runner;

import java.util.ArrayList;

public class Description {
  public native ArrayList<Description> getChildren();

  public native String getMethodName();

  public native boolean isTest();
}
