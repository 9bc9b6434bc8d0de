package org.slf4j;

public interface Logger {
  String getName();

  boolean isTraceEnabled();
  boolean isTraceEnabled(Marker marker);
  void trace(String message);
  void trace(String form, Object one);
  void trace(String form, Object one, Object other);
  void trace(String form, Object... all);
  void trace(String message, Throwable thrown);
  void trace(Marker marker, String message);
  void trace(Marker marker, String form, Object one);
  void trace(Marker marker, String form, Object one, Object other);
  void trace(Marker marker, String form, Object... all);
  void trace(Marker marker, String message, Throwable thrown);

  boolean isDebugEnabled();
  boolean isDebugEnabled(Marker marker);
  void debug(String message);
  void debug(String form, Object one);
  void debug(String form, Object one, Object other);
  void debug(String form, Object... all);
  void debug(String message, Throwable thrown);
  void debug(Marker marker, String message);
  void debug(Marker marker, String form, Object one);
  void debug(Marker marker, String form, Object one, Object other);
  void debug(Marker marker, String form, Object... all);
  void debug(Marker marker, String message, Throwable thrown);

  boolean isInfoEnabled();
  boolean isInfoEnabled(Marker marker);
  void info(String message);
  void info(String form, Object one);
  void info(String form, Object one, Object other);
  void info(String form, Object... all);
  void info(String message, Throwable thrown);
  void info(Marker marker, String message);
  void info(Marker marker, String form, Object one);
  void info(Marker marker, String form, Object one, Object other);
  void info(Marker marker, String form, Object... all);
  void info(Marker marker, String message, Throwable thrown);

  boolean isWarnEnabled();
  boolean isWarnEnabled(Marker marker);
  void warn(String message);
  void warn(String form, Object one);
  void warn(String form, Object one, Object other);
  void warn(String form, Object... all);
  void warn(String message, Throwable thrown);
  void warn(Marker marker, String message);
  void warn(Marker marker, String form, Object one);
  void warn(Marker marker, String form, Object one, Object other);
  void warn(Marker marker, String form, Object... all);
  void warn(Marker marker, String message, Throwable thrown);

  boolean isErrorEnabled();
  boolean isErrorEnabled(Marker marker);
  void error(String message);
  void error(String form, Object one);
  void error(String form, Object one, Object other);
  void error(String form, Object... all);
  void error(String message, Throwable thrown);
  void error(Marker marker, String message);
  void error(Marker marker, String form, Object one);
  void error(Marker marker, String form, Object one, Object other);
  void error(Marker marker, String form, Object... all);
  void error(Marker marker, String message, Throwable thrown);
}
