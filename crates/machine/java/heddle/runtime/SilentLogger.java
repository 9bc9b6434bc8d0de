package heddle.runtime;

import java.util.Objects;
import java.util.ResourceBundle;
import java.util.logging.Logger;

/**
 * What {@code System.getLogger} gives: it takes what a logger by default takes, and keeps nothing. What
 * runs code of the program when it is formatted is given to the logger of that name.
 */
final class SilentLogger implements System.Logger {
  private final String name;

  private SilentLogger(String name) { this.name = name; }

  static System.Logger of(String name) {
    return new SilentLogger(Objects.requireNonNull(name));
  }

  static System.Logger localized(String name, ResourceBundle bundle) {
    Objects.requireNonNull(bundle);
    return of(name);
  }

  @Override public String getName() { return name; }

  @Override public boolean isLoggable(Level level) {
    return level != Level.OFF && level.getSeverity() >= Level.INFO.getSeverity();
  }

  @Override public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
    if (thrown != null && isLoggable(level)) Logger.getLogger(name).log(other(level), message, thrown);
  }

  @Override public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
    if (isLoggable(level) && !Console.arePlain(parameters)) {
      Logger.getLogger(name).log(other(level), format, parameters);
    }
  }

  private static java.util.logging.Level other(Level level) {
    switch (level) {
      case ERROR: return java.util.logging.Level.SEVERE;
      case WARNING: return java.util.logging.Level.WARNING;
      default: return java.util.logging.Level.INFO;
    }
  }
}
