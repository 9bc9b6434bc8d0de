package heddle.runtime;

import java.util.Properties;

/** Objects and counters that exist once, set by the machine. */
final class Fixed {
  private Fixed() {}

  static Object module;
  /** Those of the JDK, as the program sees them. */
  static Module[] modules;
  static ClassLoader loader;
  static ClassLoader platform;
  /** Stands for the JVM's own loader where a class says who made it. */
  static ClassLoader boot;
  /** How many hidden classes were made. */
  static int hidden;
  /** What {@code String.intern} has been asked for that is no literal. */
  static String[] interned;

  static int threadNumber;
  static long threadId;
  /** How far the clocks have moved, in nanoseconds, while what can't be moved is kept. */
  static long shift;
  /** Ends the program when its last thread has ended, if it may have shutdown hooks. */
  static Thread destroyer;

  /** {@code Runtime.addShutdownHook} */
  static synchronized void addHook(Thread hook) {
    add0(hook);
    if (destroyer == null) destroyer = new Destroyer();
  }

  /** {@code ApplicationShutdownHooks.add}, which is not public. */
  private static native void add0(Thread hook);

  /** What {@code Thread.exit} does that other threads could notice. */
  static void leaveGroup(Thread thread) {
    terminated0(thread);
    clearGroup0(thread);
  }

  /** {@code ThreadGroup.threadTerminated}, which is not public. */
  private static native void terminated0(Thread thread);

  private static native void clearGroup0(Thread thread);

  /** Fills in names and values, two by two. */
  static void fill(Properties properties, String[] pairs) {
    for (int i = 0; i < pairs.length; i += 2) properties.put(pairs[i], pairs[i + 1]);
  }
}
