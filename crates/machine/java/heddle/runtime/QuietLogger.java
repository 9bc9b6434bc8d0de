package heddle.runtime;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger of SLF4J that writes nothing, for programs that can't notice what is logged. Code of the
 * program that would run to format a message is run: {@code toString} of its arguments.
 */
final class QuietLogger implements Logger {
  private static final int TRACE = 0, DEBUG = 1, INFO = 2, WARN = 3, ERROR = 4;
  private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};
  private static final int LEVEL = level();
  private static final ConcurrentHashMap<String, Logger> KNOWN = new ConcurrentHashMap<>();

  private final String name;

  private QuietLogger(String name) { this.name = name; }

  static Logger of(String name) {
    Logger known = KNOWN.get(name);
    if (known != null) return known;
    Logger made = new QuietLogger(name);
    known = KNOWN.putIfAbsent(name, made);
    return known == null ? made : known;
  }

  static Logger ofClass(Class<?> type) { return of(type.getName()); }

  /** The level of Logback's root; of other back ends, the usual one. */
  private static int level() {
    if (Resources.bytes0("ch/qos/logback/classic/Logger.class") == null) return INFO;
    byte[] set = Resources.bytes0("logback-test.xml");
    if (set == null) set = Resources.bytes0("logback.xml");
    if (set == null) return DEBUG;
    String text = new String(set, StandardCharsets.UTF_8);
    int root = text.indexOf("<root");
    int from = root < 0 ? -1 : text.indexOf("level=", root);
    if (from < 0) return DEBUG;
    String rest = text.substring(from + 7);
    for (int i = 0; i < LEVELS.length; i++) {
      if (rest.regionMatches(true, 0, LEVELS[i], 0, LEVELS[i].length())) return i;
    }
    return rest.regionMatches(true, 0, "all", 0, 3) ? TRACE : rest.startsWith("$") ? DEBUG : ERROR + 1;
  }

  /** Runs what formatting would run. */
  private static void log(int level, String form, Object... arguments) {
    if (level < LEVEL || Console.arePlain(arguments)) return;
    FormattingTuple made = MessageFormatter.arrayFormat(form, arguments);
    tell(made.getThrowable());
  }

  private static void tell(Throwable thrown) {
    for (int depth = 0; thrown != null && depth < 10; depth++) {
      thrown.getMessage();
      thrown = thrown.getCause();
    }
  }

  @Override public String getName() { return name; }

  @Override public boolean isTraceEnabled() { return TRACE >= LEVEL; }
  @Override public boolean isTraceEnabled(Marker marker) { return TRACE >= LEVEL; }
  @Override public void trace(String message) {}
  @Override public void trace(String form, Object one) { log(TRACE, form, one); }
  @Override public void trace(String form, Object one, Object other) { log(TRACE, form, one, other); }
  @Override public void trace(String form, Object... all) { log(TRACE, form, all); }
  @Override public void trace(String message, Throwable thrown) { if (TRACE >= LEVEL) tell(thrown); }
  @Override public void trace(Marker marker, String message) {}
  @Override public void trace(Marker marker, String form, Object one) { log(TRACE, form, one); }
  @Override public void trace(Marker marker, String form, Object one, Object other) { log(TRACE, form, one, other); }
  @Override public void trace(Marker marker, String form, Object... all) { log(TRACE, form, all); }
  @Override public void trace(Marker marker, String message, Throwable thrown) { if (TRACE >= LEVEL) tell(thrown); }

  @Override public boolean isDebugEnabled() { return DEBUG >= LEVEL; }
  @Override public boolean isDebugEnabled(Marker marker) { return DEBUG >= LEVEL; }
  @Override public void debug(String message) {}
  @Override public void debug(String form, Object one) { log(DEBUG, form, one); }
  @Override public void debug(String form, Object one, Object other) { log(DEBUG, form, one, other); }
  @Override public void debug(String form, Object... all) { log(DEBUG, form, all); }
  @Override public void debug(String message, Throwable thrown) { if (DEBUG >= LEVEL) tell(thrown); }
  @Override public void debug(Marker marker, String message) {}
  @Override public void debug(Marker marker, String form, Object one) { log(DEBUG, form, one); }
  @Override public void debug(Marker marker, String form, Object one, Object other) { log(DEBUG, form, one, other); }
  @Override public void debug(Marker marker, String form, Object... all) { log(DEBUG, form, all); }
  @Override public void debug(Marker marker, String message, Throwable thrown) { if (DEBUG >= LEVEL) tell(thrown); }

  @Override public boolean isInfoEnabled() { return INFO >= LEVEL; }
  @Override public boolean isInfoEnabled(Marker marker) { return INFO >= LEVEL; }
  @Override public void info(String message) {}
  @Override public void info(String form, Object one) { log(INFO, form, one); }
  @Override public void info(String form, Object one, Object other) { log(INFO, form, one, other); }
  @Override public void info(String form, Object... all) { log(INFO, form, all); }
  @Override public void info(String message, Throwable thrown) { if (INFO >= LEVEL) tell(thrown); }
  @Override public void info(Marker marker, String message) {}
  @Override public void info(Marker marker, String form, Object one) { log(INFO, form, one); }
  @Override public void info(Marker marker, String form, Object one, Object other) { log(INFO, form, one, other); }
  @Override public void info(Marker marker, String form, Object... all) { log(INFO, form, all); }
  @Override public void info(Marker marker, String message, Throwable thrown) { if (INFO >= LEVEL) tell(thrown); }

  @Override public boolean isWarnEnabled() { return WARN >= LEVEL; }
  @Override public boolean isWarnEnabled(Marker marker) { return WARN >= LEVEL; }
  @Override public void warn(String message) {}
  @Override public void warn(String form, Object one) { log(WARN, form, one); }
  @Override public void warn(String form, Object one, Object other) { log(WARN, form, one, other); }
  @Override public void warn(String form, Object... all) { log(WARN, form, all); }
  @Override public void warn(String message, Throwable thrown) { if (WARN >= LEVEL) tell(thrown); }
  @Override public void warn(Marker marker, String message) {}
  @Override public void warn(Marker marker, String form, Object one) { log(WARN, form, one); }
  @Override public void warn(Marker marker, String form, Object one, Object other) { log(WARN, form, one, other); }
  @Override public void warn(Marker marker, String form, Object... all) { log(WARN, form, all); }
  @Override public void warn(Marker marker, String message, Throwable thrown) { if (WARN >= LEVEL) tell(thrown); }

  @Override public boolean isErrorEnabled() { return ERROR >= LEVEL; }
  @Override public boolean isErrorEnabled(Marker marker) { return ERROR >= LEVEL; }
  @Override public void error(String message) {}
  @Override public void error(String form, Object one) { log(ERROR, form, one); }
  @Override public void error(String form, Object one, Object other) { log(ERROR, form, one, other); }
  @Override public void error(String form, Object... all) { log(ERROR, form, all); }
  @Override public void error(String message, Throwable thrown) { if (ERROR >= LEVEL) tell(thrown); }
  @Override public void error(Marker marker, String message) {}
  @Override public void error(Marker marker, String form, Object one) { log(ERROR, form, one); }
  @Override public void error(Marker marker, String form, Object one, Object other) { log(ERROR, form, one, other); }
  @Override public void error(Marker marker, String form, Object... all) { log(ERROR, form, all); }
  @Override public void error(Marker marker, String message, Throwable thrown) { if (ERROR >= LEVEL) tell(thrown); }
}
