package gov.nasa.jpf.vm;

import heddle.Heddle;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The choices of Java PathFinder's {@code Verify}, in terms of {@link Heddle}. What steers or asks
 * Java PathFinder itself ends in "not supported" where it is called.
 */
public final class Verify {
  /** Counters, which count along one run. */
  private static final AtomicIntegerArray COUNTERS = new AtomicIntegerArray(100);

  private Verify() {}

  private static native void unsupported0(String what);

  public static boolean getBoolean() { return Heddle.chooseBoolean(); }
  public static boolean getBoolean(boolean falseFirst) { return Heddle.chooseBoolean(); }
  public static boolean randomBool() { return Heddle.chooseBoolean(); }
  public static int getInt(int min, int max) { return Heddle.choose(min, max); }
  public static int random(int max) { return Heddle.choose(0, max); }
  public static long getLong(long min, long max) {
    return min + Heddle.choose(0, Math.toIntExact(max - min));
  }
  public static int getIntFromSet(int... values) { return values[Heddle.choose(0, values.length - 1)]; }
  public static int getIntFromList(int... values) { return getIntFromSet(values); }
  public static long getLongFromSet(long... values) { return values[Heddle.choose(0, values.length - 1)]; }
  public static long getLongFromList(long... values) { return getLongFromSet(values); }
  public static float getFloatFromList(float... values) {
    return values[Heddle.choose(0, values.length - 1)];
  }
  public static double getDoubleFromSet(double... values) {
    return values[Heddle.choose(0, values.length - 1)];
  }
  public static double getDoubleFromList(double... values) { return getDoubleFromSet(values); }
  public static void ignoreIf(boolean condition) { Heddle.assume(!condition); }
  public static void assertTrue(boolean condition) { if (!condition) throw new AssertionError(); }
  public static void assertTrue(String message, boolean condition) {
    if (!condition) throw new AssertionError(message);
  }
  /** Nothing is made atomic: every interleaving is explored. */
  public static void beginAtomic() {}
  /** See {@link #beginAtomic}. */
  public static void endAtomic() {}
  public static boolean isRunningInJPF() { return true; }
  public static boolean vmIsMatchingStates() { return true; }
  public static void boring(boolean condition) {}
  public static void interesting(boolean condition) {}
  public static void addComment(String text) {}
  public static void atLabel(String label) {}
  public static void instrumentPoint(String label) {}
  /** Other threads may always move. */
  public static void breakTransition(String reason) {}
  public static int breakTransition(String reason, int min, int max) { return getInt(min, max); }

  public static int getCounter(int id) { return COUNTERS.get(id); }
  public static void setCounter(int id, int value) { COUNTERS.set(id, value); }
  public static void resetCounter(int id) { COUNTERS.set(id, 0); }
  public static int incrementCounter(int id) { return COUNTERS.incrementAndGet(id); }

  public static void print(String text) { System.out.print(text); }
  public static void print(String text, int number) { System.out.print(text + " : " + number); }
  public static void print(String text, boolean flag) { System.out.print(text + " : " + flag); }
  public static void print(String... texts) { for (String text : texts) System.out.print(text); }
  public static void println() { System.out.println(); }
  public static void println(String text) { System.out.println(text); }
  public static void threadPrint(String text) {
    System.out.print(Thread.currentThread().getName() + ": " + text);
  }
  public static void threadPrintln(String text) { threadPrint(text + "\n"); }
  public static void printPathOutput(String text) {}
  public static void log(String logger, int level, String text) {}
  public static void log(String logger, int level, String text, String argument) {}
  public static void log(String logger, int level, String format, Object... arguments) {}

  public static int getInt(String key) { unsupported0("getInt(key)"); return 0; }
  public static double getDouble(String key) { unsupported0("getDouble(key)"); return 0; }
  public static Object getObject(String key) { unsupported0("getObject(key)"); return null; }
  public static Object randomObject(String type) { unsupported0("randomObject"); return null; }
  public static void setProperties(String... properties) { unsupported0("setProperties"); }
  public static String getProperty(String key) { unsupported0("getProperty"); return null; }
  public static void putValue(String key, int value) { unsupported0("putValue"); }
  public static int getValue(String key) { unsupported0("getValue"); return 0; }
  public static void setBitInBitSet(int id, int bit, boolean value) { unsupported0("setBitInBitSet"); }
  public static boolean getBitInBitSet(int id, int bit) { unsupported0("getBitInBitSet"); return false; }
  public static <T> T createFromJSON(Class<T> type, String text) { unsupported0("createFromJSON"); return null; }
  public static <T> T readObjectFromFile(Class<T> type, String name) {
    unsupported0("readObjectFromFile");
    return null;
  }
  public static void writeObjectToFile(Object object, String name) { unsupported0("writeObjectToFile"); }
  public static int getBitFlip(int value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static long getBitFlip(long value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static short getBitFlip(short value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static char getBitFlip(char value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static byte getBitFlip(byte value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static double getBitFlip(double value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static float getBitFlip(float value, int bits) { unsupported0("getBitFlip"); return 0; }
  public static boolean getBitFlip(boolean value) { unsupported0("getBitFlip"); return false; }
  public static void terminateSearch() { unsupported0("terminateSearch"); }
  public static boolean isShared(Object object) { unsupported0("isShared"); return false; }
  public static void setShared(Object object, boolean shared) { unsupported0("setShared"); }
  public static void freezeSharedness(Object object, boolean freeze) { unsupported0("freezeSharedness"); }
  public static boolean isTraceReplay() { return false; }
  public static void storeTrace(String file, String comment) { unsupported0("storeTrace"); }
}
