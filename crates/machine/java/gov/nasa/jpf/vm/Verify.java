package gov.nasa.jpf.vm;

import heddle.Heddle;

/** The choices of Java PathFinder's {@code Verify}, in terms of {@link Heddle}. */
public final class Verify {
  private Verify() {}

  public static boolean getBoolean() { return Heddle.chooseBoolean(); }
  public static boolean getBoolean(boolean falseFirst) { return Heddle.chooseBoolean(); }
  public static boolean randomBool() { return Heddle.chooseBoolean(); }
  public static int getInt(int min, int max) { return Heddle.choose(min, max); }
  public static int random(int max) { return Heddle.choose(0, max); }
  public static long getLong(long min, long max) {
    return min + Heddle.choose(0, Math.toIntExact(max - min));
  }
  public static int getIntFromSet(int... values) { return values[Heddle.choose(0, values.length - 1)]; }
  public static long getLongFromSet(long... values) { return values[Heddle.choose(0, values.length - 1)]; }
  public static double getDoubleFromSet(double... values) {
    return values[Heddle.choose(0, values.length - 1)];
  }
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
}
