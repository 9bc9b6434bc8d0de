package heddle.runtime;

import java.lang.reflect.Method;

/**
 * Runs one JUnit test as a program, by the JUnit of the class path itself: {@code Tests jupiter
 * CLASS METHOD [PARAMETER-TYPE...]} or {@code Tests vintage CLASS [METHOD]}. What went wrong first
 * is thrown when JUnit is done, and ends the program.
 *
 * <p>So the life cycle of tests is JUnit's own, and repetitions and argument sets of a test follow each
 * other as on the JVM. What JUnit does before the first thread starts is run once, before the search.
 * How a test ended that did not fail is kept beside the states: one that no run has pass is skipped.
 */
final class Tests {
  private Tests() {}

  /** Heddle can't go on from here. */
  static native void unsupported0(String what);

  /** The test, or one of those that it is made of, has ended well. */
  private static native void passed0();

  /** JUnit leaves the test out on this run. */
  private static native void skipped0(String reason);

  public static void main(String[] arguments) throws Throwable {
    Class<?> type = Class.forName(arguments[1], false, ClassLoader.getSystemClassLoader());
    // JUnit uses these, some of it only after a time-out, when there are threads.
    Warm.format();
    Warm.streams();
    Warm.regex();
    Result result = new Result();
    if (arguments[0].equals("jupiter")) {
      JupiterTest.run(type, find(type, arguments), result);
    } else {
      VintageTest.run(type, arguments.length > 2 ? arguments[2] : null, result);
    }
    if (result.wrong != null) throw result.wrong;
    if (result.passed || result.skipped == null) {
      passed0();
    } else {
      skipped0(result.skipped);
    }
  }

  /** The method of the class, its superclasses or its interfaces. */
  private static Method find(Class<?> type, String[] arguments) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      Method found = findIn(owner, arguments);
      if (found != null) return found;
    }
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      Method found = findAbove(owner, arguments);
      if (found != null) return found;
    }
    throw new IllegalArgumentException("no test " + arguments[1] + "." + arguments[2]);
  }

  private static Method findAbove(Class<?> type, String[] arguments) {
    for (Class<?> owner : type.getInterfaces()) {
      Method found = findIn(owner, arguments);
      if (found == null) found = findAbove(owner, arguments);
      if (found != null) return found;
    }
    return null;
  }

  private static Method findIn(Class<?> owner, String[] arguments) {
    for (Method method : owner.getDeclaredMethods()) {
      if (method.getName().equals(arguments[2]) && fits(method, arguments)) return method;
    }
    return null;
  }

  private static boolean fits(Method method, String[] arguments) {
    Class<?>[] types = method.getParameterTypes();
    if (method.isBridge() || types.length != arguments.length - 3) return false;
    for (int i = 0; i < types.length; i++) {
      if (!types[i].getName().equals(arguments[i + 3])) return false;
    }
    return true;
  }

  /** What JUnit says while it runs the test. */
  static final class Result {
    private Throwable wrong;
    private String skipped;
    private boolean passed;

    /** The first of several failures counts, as the others may follow from it. */
    synchronized void fail(Throwable why) {
      if (wrong == null) wrong = why;
    }

    synchronized void skip(String why) {
      if (skipped == null) skipped = why;
    }

    synchronized void pass() {
      passed = true;
    }
  }
}
