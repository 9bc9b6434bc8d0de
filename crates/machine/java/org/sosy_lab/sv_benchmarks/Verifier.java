package org.sosy_lab.sv_benchmarks;

import heddle.Heddle;

/**
 * The choices of the software verification competition. Of types with many values a few are tried:
 * the numbers near 0 and the extremes, and some short strings. All the others are one more
 * alternative, in which Heddle says that it can't go on, so that nothing is said to hold for values
 * that were not tried.
 */
public final class Verifier {
  private Verifier() {}

  private static native void untried0(String what);

  public static void assume(boolean condition) { Heddle.assume(condition); }
  public static boolean nondetBoolean() { return Heddle.chooseBoolean(); }
  public static byte nondetByte() { return (byte) Heddle.choose(0, 255); }
  public static char nondetChar() { return some("nondetChar", 'a', 'b', '0', ' ', '\0', '\uffff'); }
  public static short nondetShort() {
    return some("nondetShort", (short) 0, (short) 1, (short) -1, Short.MIN_VALUE, Short.MAX_VALUE);
  }
  public static int nondetInt() {
    return some("nondetInt", 0, 1, -1, 2, 3, 5, 10, 100, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
  public static long nondetLong() {
    return some("nondetLong", 0L, 1L, -1L, 2L, 10L, 100L, Long.MIN_VALUE, Long.MAX_VALUE);
  }
  public static float nondetFloat() {
    return some("nondetFloat", 0f, 1f, -1f, 0.5f, Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY);
  }
  public static double nondetDouble() {
    return some(
        "nondetDouble", 0d, 1d, -1d, 0.5, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY);
  }
  public static String nondetString() { return some("nondetString", "", "a", "ab", "0"); }

  @SafeVarargs
  private static <T> T some(String method, T... tried) {
    int choice = Heddle.choose(0, tried.length);
    if (choice == tried.length) untried0(method);
    return tried[choice];
  }
}
