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
