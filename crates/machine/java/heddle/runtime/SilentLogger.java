package heddle.runtime;

import java.util.Objects;
import java.util.ResourceBundle;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What {@code System.getLogger} gives. Where the program uses {@code java.util.logging} itself, it is
 * the logger of that name there, as in the JDK. Where it does not, only the handler that all logs have
 * could take notice; so what runs code of the program when it is formatted is given to that handler,
 * and the rest is dropped.
 */
final class SilentLogger implements System.Logger {
  private final String name;
  /** Null where the program does not use {@code java.util.logging} itself. */
  private final Logger target;

  private SilentLogger(String name, Logger target) {
    this.name = name;
    this.target = target;
  }

  /** Whether the program mentions {@code java.util.logging}. */
  private static native boolean hasOthers0();

  static System.Logger of(String name) {
    Objects.requireNonNull(name);
    return new SilentLogger(name, hasOthers0() ? Logger.getLogger(name) : null);
  }

  static System.Logger localized(String name, ResourceBundle bundle) {
    Objects.requireNonNull(bundle);
    return of(name);
  }

  @Override public String getName() { return name; }

  @Override public boolean isLoggable(Level level) {
    if (target != null) return target.isLoggable(other(level));
    return level != Level.OFF && level.getSeverity() >= Level.INFO.getSeverity();
  }

  @Override public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
    if (!isLoggable(level)) return;
    if (target != null) {
      target.log(other(level), message, thrown);
    } else if (thrown != null) {
      LogRecord record = record(level, message);
      record.setThrown(thrown);
      Logger.getLogger("").log(record);
    }
  }

  @Override public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
    if (!isLoggable(level)) return;
    if (target != null) {
      target.log(other(level), format, parameters);
    } else if (!Console.arePlain(parameters)) {
      LogRecord record = record(level, format);
      record.setParameters(parameters);
      Logger.getLogger("").log(record);
    }
  }

  private LogRecord record(Level level, String message) {
    LogRecord record = new LogRecord(other(level), message);
    record.setLoggerName(name);
    return record;
  }

  private static java.util.logging.Level other(Level level) {
    switch (level) {
      case ALL: return java.util.logging.Level.ALL;
      case TRACE: return java.util.logging.Level.FINER;
      case DEBUG: return java.util.logging.Level.FINE;
      case INFO: return java.util.logging.Level.INFO;
      case WARNING: return java.util.logging.Level.WARNING;
      case ERROR: return java.util.logging.Level.SEVERE;
      default: return java.util.logging.Level.OFF;
    }
  }
}
