package heddle.runtime;

import java.io.File;
import java.lang.ref.Cleaner;
import java.lang.reflect.InvocationHandler;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.security.Security;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.List;
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

  static boolean loadSecurity(File file, String more, boolean override) {
    Security.setProperty("security.provider.1", "SUN");
    Security.setProperty("securerandom.source", "file:/dev/random");
    return true;
  }

  static Object newProxyInstance(
      ClassLoader loader, Class<?>[] interfaces, InvocationHandler handler) {
    if (handler == null) throw new NullPointerException();
    try {
      return proxyClass(interfaces).getConstructor(InvocationHandler.class).newInstance(handler);
    } catch (ReflectiveOperationException e) {
      throw new InternalError(e.toString(), e);
    }
  }

  static Class<?> proxyClass(Class<?>[] interfaces) {
    StringBuilder name = new StringBuilder("jdk.proxy1.$Proxy");
    for (Class<?> face : interfaces) {
      if (!face.isInterface()) throw new IllegalArgumentException(face.getName() + " is not an interface");
      name.append('$').append(face.getName().replace('.', '_'));
    }
    Class<?> known = loaded0(name.toString());
    if (known != null) return known;
    byte[] bytes = generateProxy0(null, name.toString(), List.of(interfaces), 0x11);
    return define0(bytes);
  }

  private static native Class<?> loaded0(String name);

  private static native byte[] generateProxy0(
      ClassLoader loader, String name, List<Class<?>> interfaces, int access);

  private static native Class<?> define0(byte[] bytes);

  static native void unsupportedLocale(Locale locale);

  static void interruptGroup(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount()];
    int count = group.enumerate(threads);
    for (int i = 0; i < count; i++) threads[i].interrupt();
  }
}
