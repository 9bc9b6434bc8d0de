package heddle.runtime;

import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;

/** Has JUnit 4 run one test method of a class, or all that the class's runner offers. */
final class VintageTest {
  private VintageTest() {}

  static void run(Class<?> type, String method, Tests.Result result) {
    try {
      Class.forName("org.junit.runner.Request");
    } catch (ClassNotFoundException e) {
      Tests.unsupported0("a test of JUnit 3 without JUnit 4 on the class path");
    }
    Request request = Request.aClass(type);
    if (method != null) {
      Description all = request.getRunner().getDescription();
      // A class that JUnit refuses has nothing but a test that fails and says why; one that it
      // ignores stands for itself.
      if (all.isTest() && all.getMethodName() == null) {
        method = null;
      } else if (offers(all, method)) {
        request = request.filterWith(new Only(method));
      } else if (!offers(all, "initializationError")) {
        Tests.unsupported0("a JUnit runner that does not name the method " + method + " as a test");
      }
    }
    Runner runner = request.getRunner();
    RunNotifier notifier = new RunNotifier();
    notifier.addListener(new Listener(result));
    runner.run(notifier);
  }

  private static boolean offers(Description test, String method) {
    if (test.isTest()) return isOf(test, method);
    for (Description child : test.getChildren()) {
      if (offers(child, method)) return true;
    }
    return false;
  }

  /** Runners add to a method's name what tells its runs apart: {@code name[0]}. */
  private static boolean isOf(Description test, String method) {
    String name = test.getMethodName();
    if (name == null || !name.startsWith(method)) return false;
    return name.length() == method.length()
        || !Character.isJavaIdentifierPart(name.charAt(method.length()));
  }

  private static final class Only extends Filter {
    private final String method;

    Only(String method) {
      this.method = method;
    }

    @Override public boolean shouldRun(Description test) {
      return offers(test, method);
    }

    @Override public String describe() {
      return method;
    }
  }

  private static final class Listener extends RunListener {
    private final Tests.Result result;
    private Description wrong;

    Listener(Tests.Result result) {
      this.result = result;
    }

    @Override public void testFailure(Failure failure) {
      wrong = failure.getDescription();
      result.fail(failure.getException());
    }

    @Override public void testAssumptionFailure(Failure failure) {
      wrong = failure.getDescription();
      result.skip(JupiterTest.reason(failure.getException()));
    }

    @Override public void testIgnored(Description test) {
      result.skip("ignored");
    }

    @Override public void testFinished(Description test) {
      if (!test.equals(wrong)) result.pass();
    }
  }
}
