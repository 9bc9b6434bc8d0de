package heddle.runtime;

import java.lang.ref.Cleaner;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.Locale;

/** Methods that stand for methods of the JDK, without the caches and services behind those. */
final class Library {
  private Library() {}

  static <T extends Enum<T>> T enumValueOf(Class<T> type, String name) {
    for (T constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) return constant;
    }
    if (name == null) throw new NullPointerException("Name is null");
    throw new IllegalArgumentException("No enum constant " + type.getCanonicalName() + "." + name);
  }

  static Cleaner.Cleanable registerCleaner(Cleaner cleaner, Object object, Runnable action) {
    return new Cleaning(action);
  }

  /** Runs its action when told to, once, and never by itself. */
  static final class Cleaning implements Cleaner.Cleanable {
    private Runnable action;

    Cleaning(Runnable action) { this.action = action; }

    @Override public void clean() {
      Runnable todo = action;
      action = null;
      if (todo != null) todo.run();
    }
  }

  static Object doPrivileged(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
    try {
      return action.run();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new PrivilegedActionException(e);
    }
  }

  static DecimalFormatSymbols numberSymbols(Locale locale) {
    String language = locale.getLanguage();
    if (!language.isEmpty() && !language.equals("en")) unsupportedLocale(locale);
    return new DecimalFormatSymbols(locale);
  }

  static NumberFormat numberFormat(Locale locale, Object style, int choice) {
    DecimalFormatSymbols symbols = numberSymbols(locale);
    switch (choice) {
      case 0: return new DecimalFormat("#,##0.###", symbols);
      case 2: return new DecimalFormat("#,##0%", symbols);
      case 4: {
        DecimalFormat format = new DecimalFormat("#,##0", symbols);
        format.setMaximumFractionDigits(0);
        format.setDecimalSeparatorAlwaysShown(false);
        format.setParseIntegerOnly(true);
        return format;
      }
      default: unsupportedLocale(locale);
    }
    throw new AssertionError();
  }

  static native void unsupportedLocale(Locale locale);

  static void interruptGroup(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount()];
    int count = group.enumerate(threads);
    for (int i = 0; i < count; i++) threads[i].interrupt();
  }
}
