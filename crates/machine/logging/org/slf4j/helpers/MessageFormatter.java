package org.slf4j.helpers;

public class MessageFormatter {
  public static native FormattingTuple arrayFormat(String form, Object[] arguments);
}
