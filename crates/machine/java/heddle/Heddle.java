package heddle;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Choices for Heddle to explore: every call below stands for all the values it may give, and Heddle
 * tries each of them. On an ordinary JVM they are random.
 */
public final class Heddle {
  private Heddle() {}

  /** Either of the two. */
  public static boolean chooseBoolean() {
    return choose(0, 1) == 1;
  }

  /** Any int from {@code low} to {@code high}, both included. */
  public static int choose(int low, int high) {
    if (low > high) throw new IllegalArgumentException("nothing to choose from " + low + " to " + high);
    return pick(low, high);
  }

  /** Any int from 0 up to but without {@code bound}, as {@link java.util.Random#nextInt(int)}. */
  public static int choose(int bound) {
    return choose(0, bound - 1);
  }

  /** Any of the elements. */
  @SafeVarargs
  public static <T> T choose(T... elements) {
    return elements[choose(0, elements.length - 1)];
  }

  /**
   * Any value at all, where nobody knows which. A few are tried; the others are one more alternative, in
   * which Heddle says that it can't go on, so that nothing is said to hold for values that were not tried.
   */
  public static int anyInt() {
    return some("int", 0, 1, -1);
  }

  /** Any long; see {@link #anyInt}. */
  public static long anyLong() {
    return some("long", 0L, 1L, -1L);
  }

  /** Any float; see {@link #anyInt}. */
  public static float anyFloat() {
    return some("float", 0f, 1f, -1f);
  }

  /** Any double; see {@link #anyInt}. */
  public static double anyDouble() {
    return some("double", 0d, 1d, -1d);
  }

  /** Any byte: all of them are tried. */
  public static byte anyByte() {
    return (byte) choose(Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  /** Any char; see {@link #anyInt}. */
  public static char anyChar() {
    return some("char", 'a', '0', '\0');
  }

  /** Any short; see {@link #anyInt}. */
  public static short anyShort() {
    return some("short", (short) 0, (short) 1, (short) -1);
  }

  /** Any string, or null; see {@link #anyInt}. */
  public static String anyString() {
    return some("string", null, "", "a");
  }

  @SafeVarargs
  private static <T> T some(String type, T... tried) {
    int choice = choose(0, tried.length);
    if (choice == tried.length) {
      unmodelled("a " + type + " that may have any value, of which a few are tried");
      choice = 0;
    }
    return tried[choice];
  }

  /** What an environment does not show: nothing is said to hold of runs that come here. */
  public static void unmodelled(String what) {}

  /** Runs in which the condition is false do not count. */
  public static void assume(boolean condition) {
    if (!condition) abandon();
  }

  /**
   * Something good has happened: a run that comes here again and again makes progress ({@code heddle check
   * --property progress}).
   */
  public static void progress() {}

  private static int pick(int low, int high) {
    return (int) ThreadLocalRandom.current().nextLong(low, high + 1L);
  }

  private static void abandon() {
    throw new AssumptionViolated();
  }

  /** Ends a run that does not count, on an ordinary JVM. */
  public static final class AssumptionViolated extends RuntimeException {
    AssumptionViolated() {
      super("the assumption does not hold");
    }
  }
}
