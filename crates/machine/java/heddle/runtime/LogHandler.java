package heddle.runtime;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.StringTokenizer;
import java.util.logging.ConsoleHandler;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/**
 * The handler that logs have where nobody configures another. It locks itself and the console as that
 * of the JDK does, where somebody could notice, and prints the level and the message alone: the time
 * and the caller of a record are noise.
 */
public final class LogHandler extends ConsoleHandler {
  private static final String OF_JDK = "java.util.logging.ConsoleHandler";
  /** Whether the handlers of this JDK are locked while they format a record. */
  private static final boolean LOCKED_TO_FORMAT = locksToFormat0();

  private final PrintStream out = System.err;

  public LogHandler() throws ReflectiveOperationException {
    LogManager manager = LogManager.getLogManager();
    String level = manager.getProperty(OF_JDK + ".level");
    if (level != null) setLevel(Level.parse(level.trim()));
    String formatter = manager.getProperty(OF_JDK + ".formatter");
    if (formatter != null) {
      Class<?> type = ClassLoader.getSystemClassLoader().loadClass(formatter.trim());
      setFormatter((Formatter) type.getDeclaredConstructor().newInstance());
    }
  }

  /** {@code LogManager.parseClassNames}: this handler stands for that of the JDK. */
  static String[] classNames(LogManager manager, String property) {
    String names = manager.getProperty(property);
    if (names == null) names = property.equals("handlers") ? OF_JDK : "";
    StringTokenizer words = new StringTokenizer(names, ", \t\n\r\f");
    String[] result = new String[words.countTokens()];
    for (int i = 0; i < result.length; i++) {
      String name = words.nextToken();
      result[i] = name.equals(OF_JDK) ? "heddle.runtime.LogHandler" : name;
    }
    return result;
  }

  private static native boolean locksToFormat0();

  /** Whether somebody could notice that this handler is locked. */
  private native boolean locks0();

  @Override public void publish(LogRecord record) {
    if (!(out instanceof Console) || LOCKED_TO_FORMAT && runsProgram(record)) Console.notice0();
    String text;
    if (LOCKED_TO_FORMAT && locks0()) {
      synchronized (this) {
        text = text(record);
      }
    } else {
      text = text(record);
    }
    if (locks0()) {
      synchronized (this) {
        print(text);
      }
    } else {
      print(text);
    }
  }

  @Override public void flush() {
    if (locks0()) {
      synchronized (this) {
        print(null);
      }
    } else {
      print(null);
    }
  }

  private void print(String text) {
    if (out == null) return; // The constructor is not that far.
    if (text != null) {
      out.print(text);
    } else {
      out.flush();
    }
  }

  /** Whether code of the program may run when the record is formatted. */
  private boolean runsProgram(LogRecord record) {
    return getFilter() != null
        || getFormatter().getClass() != SimpleFormatter.class
        || record != null && (record.getClass() != LogRecord.class
            || record.getThrown() != null
            || record.getResourceBundle() != null
            || !Console.arePlain(record.getParameters()));
  }

  private String text(LogRecord record) {
    if (!isLoggable(record)) return null;
    try {
      Formatter formatter = getFormatter();
      if (formatter.getClass() != SimpleFormatter.class) return formatter.format(record);
      String text = record.getLevel() + ": " + message(record) + "\n";
      if (record.getThrown() != null) {
        StringWriter trace = new StringWriter();
        PrintWriter writer = new PrintWriter(trace);
        record.getThrown().printStackTrace(writer);
        writer.close();
        text += trace;
      }
      return text;
    } catch (Exception e) {
      reportError(null, e, ErrorManager.FORMAT_FAILURE);
      return null;
    }
  }

  /** The message with its parameters, as {@code MessageFormat} would make it but for numbers and dates. */
  private static String message(LogRecord record) {
    String form = record.getMessage();
    Object[] parameters = record.getParameters();
    if (form == null || parameters == null || parameters.length == 0) return form;
    try {
      StringBuilder text = new StringBuilder();
      int next = 0;
      for (int open = form.indexOf('{'); open >= 0; open = form.indexOf('{', next)) {
        int close = form.indexOf('}', open);
        int digit = open + 1;
        while (digit < form.length() && Character.isDigit(form.charAt(digit))) digit++;
        if (close < 0 || digit == open + 1) return form;
        int index = Integer.parseInt(form.substring(open + 1, digit));
        text.append(form, next, open);
        text.append(index < parameters.length ? parameters[index] : form.substring(open, close + 1));
        next = close + 1;
      }
      return text.append(form, next, form.length()).toString();
    } catch (Exception e) {
      return form;
    }
  }
}
