package org.sosy_lab.sv_benchmarks;

import heddle.Heddle;

/**
 * The choices of the software verification competition. The values tried are few: the numbers near
 * 0 and the extremes of each type, and some short strings.
 */
public final class Verifier {
  private Verifier() {}

  public static void assume(boolean condition) { Heddle.assume(condition); }
  public static boolean nondetBoolean() { return Heddle.chooseBoolean(); }
  public static byte nondetByte() { return Heddle.choose((byte) 0, (byte) 1, (byte) -1, Byte.MIN_VALUE, Byte.MAX_VALUE); }
  public static char nondetChar() { return Heddle.choose('a', 'b', '0', ' ', '\0', '\uffff'); }
  public static short nondetShort() { return Heddle.choose((short) 0, (short) 1, (short) -1, Short.MIN_VALUE, Short.MAX_VALUE); }
  public static int nondetInt() {
    return Heddle.choose(0, 1, -1, 2, 3, 5, 10, 100, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
  public static long nondetLong() {
    return Heddle.choose(0L, 1L, -1L, 2L, 10L, 100L, Long.MIN_VALUE, Long.MAX_VALUE);
  }
  public static float nondetFloat() {
    return Heddle.choose(0f, 1f, -1f, 0.5f, Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY);
  }
  public static double nondetDouble() {
    return Heddle.choose(0d, 1d, -1d, 0.5, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY);
  }
  public static String nondetString() { return Heddle.choose("", "a", "ab", "0"); }
}
