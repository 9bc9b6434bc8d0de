package heddle.runtime;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.BaseStream;

/** Runs what a JUnit {@code @TestFactory} method gives: dynamic tests, one after the other. */
final class DynamicTests {
  private static final String TEST = Tests.FIVE + "DynamicTest";
  private static final String CONTAINER = Tests.FIVE + "DynamicContainer";

  private DynamicTests() {}

  /** Nothing to do for other methods, whose results do not matter. */
  static void run(Method method, Object result) throws Throwable {
    if (Tests.has(method, Tests.FIVE + "TestFactory")) runAll(result);
  }

  private static void runAll(Object nodes) throws Throwable {
    for (Iterator<?> each = iterator(nodes); each.hasNext(); ) runOne(each.next());
  }

  private static Iterator<?> iterator(Object nodes) {
    if (nodes instanceof Iterable<?>) return ((Iterable<?>) nodes).iterator();
    if (nodes instanceof Iterator<?>) return (Iterator<?>) nodes;
    if (nodes instanceof BaseStream<?, ?>) return ((BaseStream<?, ?>) nodes).iterator();
    if (nodes instanceof Object[]) return Arrays.asList((Object[]) nodes).iterator();
    return Arrays.asList(nodes).iterator();
  }

  private static void runOne(Object node) throws Throwable {
    String name = node == null ? "null" : node.getClass().getName();
    if (name.equals(TEST)) {
      Object executable = call(node, node.getClass(), "getExecutable");
      // Its class need not be public, the interface is.
      Class<?> type = Class.forName(Tests.FIVE + "function.Executable");
      call(executable, type, "execute");
    } else if (name.equals(CONTAINER)) {
      runAll(call(node, node.getClass(), "getChildren"));
    } else {
      Tests.unsupported0("a JUnit factory that gives " + name);
    }
  }

  private static Object call(Object target, Class<?> type, String method) throws Throwable {
    return Tests.invoke(type.getMethod(method), target);
  }
}
