package heddle.runtime;

import java.util.Objects;
import java.util.ResourceBundle;

/** What {@code System.getLogger} gives: it takes what a logger by default takes, and keeps nothing. */
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

  @Override public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

  @Override public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
}
