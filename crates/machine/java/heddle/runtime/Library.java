package heddle.runtime;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.reflect.InvocationHandler;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.security.Security;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogRecord;

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

  /** {@code Thread.join(millis)} of a virtual thread: only its end matters, and not its monitor. */
  static void joinVirtual(Thread thread, long millis) throws InterruptedException {
    if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
    Object end = end0(thread);
    synchronized (end) {
      if (millis == 0) {
        while (thread.isAlive()) end.wait(0);
        return;
      }
      long start = System.nanoTime();
      long left = millis;
      while (thread.isAlive() && left > 0) {
        end.wait(left);
        left = millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      }
    }
  }

  private static native Object end0(Thread thread);

  // Arrays are compared element by element, and not many bytes at a time. For all types but long and
  // double the JDK itself compares what is left.

  static int noMismatchYet(Object a, long from, Object b, long other, int length, int scale) {
    if (scale >= 3) Tests.unsupported0("comparing buffers of long or double");
    return ~length;
  }

  static int mismatchDoubles(double[] a, double[] b, int length) {
    return mismatchDoublesFrom(a, 0, b, 0, length);
  }

  static int mismatchDoublesFrom(double[] a, int from, double[] b, int other, int length) {
    for (int i = 0; i < length; i++) {
      if (Double.doubleToLongBits(a[from + i]) != Double.doubleToLongBits(b[other + i])) return i;
    }
    return -1;
  }

  static int mismatch(long[] a, long[] b, int length) {
    return mismatchFrom(a, 0, b, 0, length);
  }

  static int mismatchFrom(long[] a, int from, long[] b, int other, int length) {
    for (int i = 0; i < length; i++) {
      if (a[from + i] != b[other + i]) return i;
    }
    return -1;
  }

  static Cleaner.Cleanable registerCleaner(Cleaner cleaner, Object object, Runnable action) {
    Objects.requireNonNull(object, "obj");
    return new Cleaning(Objects.requireNonNull(action, "action"));
  }

  /** Runs its action when told to, once, whoever comes first, and never by itself. */
  static final class Cleaning implements Cleaner.Cleanable {
    private final AtomicReference<Runnable> action;

    Cleaning(Runnable action) { this.action = new AtomicReference<>(action); }

    @Override public void clean() {
      Runnable todo = action.getAndSet(null);
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

  static boolean loadSecurityFile(File file, String more, boolean override) {
    loadSecurity();
    return true;
  }

  static void loadSecurity() {
    Security.setProperty("security.provider.1", "SUN");
    Security.setProperty("securerandom.source", "file:/dev/random");
  }

  /** Providers that the JDK's modules or {@code META-INF/services} of the class path name. */
  static Iterator<ServiceLoader.Provider<Object>> services(ServiceLoader<?> loader) {
    Class<?> service = service0(loader);
    List<ServiceLoader.Provider<Object>> providers = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (String name : provided(service.getName())) {
      if (Resources.bytes0(name.replace('.', '/') + ".class") != null) {
        providers.add(new ClassProvider(service, name, null));
      }
    }
    ClassLoader path = loader0(loader);
    for (URL list : Collections.list(Resources.services(path, "META-INF/services/" + service.getName()))) {
      for (String line : text(list).split("\n")) {
        int comment = line.indexOf('#');
        String name = (comment < 0 ? line : line.substring(0, comment)).trim();
        if (!name.isEmpty() && named.add(name)) providers.add(new ClassProvider(service, name, path));
      }
    }
    return providers.iterator();
  }

  /**
   * What modules of the JDK provide: {@code jdk.localedata} the data of languages other than English,
   * {@code jdk.random} generators. Tools, devices and connectors are Heddle's to lack.
   */
  private static String[] provided(String service) {
    String data = "sun.util.resources.";
    String random = "jdk.random.";
    switch (service) {
      case "java.util.random.RandomGenerator":
        return new String[] {
          random + "L32X64MixRandom", random + "L64X128MixRandom", random + "L64X128StarStarRandom",
          random + "L64X256MixRandom", random + "L64X1024MixRandom", random + "L128X128MixRandom",
          random + "L128X256MixRandom", random + "L128X1024MixRandom",
          random + "Xoroshiro128PlusPlus", random + "Xoshiro256PlusPlus",
          "java.security.SecureRandom", "java.util.Random", "java.util.SplittableRandom"
        };
      case "java.nio.file.spi.FileSystemProvider":
      case "java.util.spi.ToolProvider":
      case "javax.tools.JavaCompiler":
      case "javax.tools.DocumentationTool":
      case "javax.tools.Tool":
      case "javax.naming.spi.InitialContextFactory":
      case "javax.management.remote.JMXConnectorProvider":
      case "javax.management.remote.JMXConnectorServerProvider":
      case "javax.print.PrintServiceLookup":
      case "javax.print.StreamPrintServiceFactory":
        Tests.unsupported0("what the JDK's modules provide for " + service);
        return new String[0];
      case "sun.util.resources.LocaleData$CommonResourceBundleProvider":
        return new String[] {data + "provider.LocaleDataProvider"};
      case "sun.util.resources.LocaleData$SupplementaryResourceBundleProvider":
        return new String[] {data + "provider.SupplementaryLocaleDataProvider"};
      case "sun.util.locale.provider.LocaleDataMetaInfo":
        return new String[] {
          data + "cldr.provider.CLDRLocaleDataMetaInfo", data + "provider.NonBaseLocaleDataMetaInfo"
        };
      default:
        return new String[0];
    }
  }

  private static String text(URL list) {
    try (InputStream stream = list.openStream()) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ServiceConfigurationError("Error accessing configuration file", e);
    }
  }

  private static native Class<?> service0(ServiceLoader<?> loader);

  private static native ClassLoader loader0(ServiceLoader<?> loader);

  /** A provider that is made by its class's constructor. */
  static final class ClassProvider implements ServiceLoader.Provider<Object> {
    private final Class<?> service;
    private final String name;
    private final ClassLoader loader;

    ClassProvider(Class<?> service, String name, ClassLoader loader) {
      this.service = service;
      this.name = name;
      this.loader = loader;
    }

    @Override public Class<?> type() {
      try {
        Class<?> type = Class.forName(name, false, loader);
        if (service.isAssignableFrom(type)) return type;
      } catch (ClassNotFoundException e) {
        throw new ServiceConfigurationError(service.getName() + ": Provider " + name + " not found");
      }
      throw new ServiceConfigurationError(service.getName() + ": Provider " + name + " not a subtype");
    }

    @Override public Object get() {
      try {
        return type().getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new ServiceConfigurationError(
            service.getName() + ": Provider " + name + " could not be instantiated", e);
      }
    }
  }

  /** A record of a log, without the number that all would count up. */
  static void logRecord(LogRecord record, Level level, String message) {
    if (level == null) throw new NullPointerException();
    record.setLevel(level);
    record.setMessage(message);
    record.setLongThreadID(Thread.currentThread().getId());
    record.setInstant(Instant.now());
    infersCaller0(record);
  }

  private static native void infersCaller0(LogRecord record);

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
    for (int i = 0; i < interfaces.length; i++) {
      Class<?> face = interfaces[i];
      for (int j = 0; j < i; j++) {
        if (interfaces[j] == face) {
          throw new IllegalArgumentException("repeated interface: " + face.getName());
        }
      }
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


  /** As the JDK's, but where that prints the exception because nobody wants it, Heddle is told. */
  static void uncaughtInGroup(ThreadGroup group, Thread thread, Throwable exception) {
    ThreadGroup parent = group.getParent();
    if (parent != null) {
      parent.uncaughtException(thread, exception);
      return;
    }
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    if (handler != null) {
      handler.uncaughtException(thread, exception);
    } else if (!(exception instanceof ThreadDeath) && !unhandled0(exception)) {
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      exception.printStackTrace(System.err);
    }
  }

  private static native boolean unhandled0(Throwable exception);
}
