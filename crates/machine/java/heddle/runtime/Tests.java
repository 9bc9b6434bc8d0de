package heddle.runtime;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs one JUnit test method as a program: {@code Tests CLASS METHOD [PARAMETER-TYPE...]}. The
 * annotations are those of the JUnit on the class path, read by name, so that Heddle needs none
 * itself. The order of set-up, test and clean-up is that of JUnit 4 and of JUnit Jupiter; whatever
 * they would run by other means (runners, rules, extensions) ends in "not supported".
 */
final class Tests {
  private static final String FOUR = "org.junit.";
  static final String FIVE = "org.junit.jupiter.api.";
  private static final String PARAMETERS = "org.junit.jupiter.params.";

  private Tests() {}

  /** Heddle can't go on from here. */
  static native void unsupported0(String what);

  public static void main(String[] arguments) throws Throwable {
    Class<?> type = Class.forName(arguments[0]);
    Method test = find(type, arguments);
    if (has(test, FOUR + "Test")) {
      runFour(type, test);
    } else {
      runFive(type, test);
    }
  }

  private static Method find(Class<?> type, String[] arguments) {
    for (Class<?> owner : lineage(type)) {
      for (Method method : owner.getDeclaredMethods()) {
        if (method.getName().equals(arguments[1]) && fits(method, arguments)) return method;
      }
    }
    throw new IllegalArgumentException("no test " + arguments[0] + "." + arguments[1]);
  }

  private static boolean fits(Method method, String[] arguments) {
    Class<?>[] types = method.getParameterTypes();
    if (method.isBridge() || types.length != arguments.length - 2) return false;
    for (int i = 0; i < types.length; i++) {
      if (!types[i].getName().equals(arguments[i + 2])) return false;
    }
    return true;
  }

  // JUnit 4

  private static void runFour(Class<?> type, Method test) throws Throwable {
    Object[] parameters = null;
    for (Annotation annotation : type.getAnnotations()) {
      if (isNamed(annotation, FOUR + "runner.RunWith")) {
        Class<?> runner = (Class<?>) value(annotation, "value");
        if (runner.getName().equals("org.junit.runners.Parameterized")) {
          parameters = Parameters.chooseFour(type);
        } else if (!runner.getName().startsWith("org.junit.runners.JUnit4")
            && !runner.getName().startsWith("org.junit.runners.BlockJUnit4")) {
          unsupported0("the JUnit runner " + runner.getName());
        }
      }
    }
    refuseMembers(type, FOUR + "Rule", FOUR + "ClassRule");
    List<Method> after = annotated(type, FOUR + "AfterClass", true);
    Throwable wrong = null;
    try {
      invokeAll(annotated(type, FOUR + "BeforeClass", false), null);
      Object instance =
          parameters == null ? construct(type, null) : Parameters.construct(type, parameters);
      runFourOn(type, instance, test);
    } catch (Throwable e) {
      wrong = e;
    }
    finish(after, null, wrong);
  }

  private static void runFourOn(Class<?> type, Object instance, Method test) throws Throwable {
    Annotation how = annotation(test, FOUR + "Test");
    Class<?> expected = (Class<?>) value(how, "expected");
    long timeout = (Long) value(how, "timeout");
    List<Method> after = annotated(type, FOUR + "After", true);
    Body body =
        () -> {
          Throwable wrong = null;
          try {
            invokeAll(annotated(type, FOUR + "Before", false), instance);
            invokeExpecting(test, instance, expected);
          } catch (Throwable e) {
            wrong = e;
          }
          finish(after, instance, wrong);
        };
    if (timeout > 0) {
      runWithin(body, timeout);
    } else {
      body.run();
    }
  }

  private static void invokeExpecting(Method test, Object instance, Class<?> expected)
      throws Throwable {
    if (expected.getName().equals(FOUR + "Test$None")) {
      invoke(test, instance);
      return;
    }
    try {
      invoke(test, instance);
    } catch (Throwable e) {
      if (expected.isInstance(e)) return;
      throw e;
    }
    throw new AssertionError("Expected exception: " + expected.getName());
  }

  /** As JUnit 4 does it: in a thread of its own, which is given up when its time is over. */
  private static void runWithin(Body body, long millis) throws Throwable {
    Runner runner = new Runner(body);
    runner.setDaemon(true);
    runner.start();
    runner.join(millis);
    if (!runner.done) {
      throw new AssertionError("test timed out after " + millis + " milliseconds");
    }
    if (runner.wrong != null) throw runner.wrong;
  }

  /** What JUnit would run. */
  private interface Body {
    void run() throws Throwable;
  }

  private static final class Runner extends Thread {
    private final Body body;
    private Throwable wrong;
    private volatile boolean done;

    Runner(Body body) {
      super("Time-limited test");
      this.body = body;
    }

    @Override public void run() {
      try {
        body.run();
      } catch (Throwable e) {
        wrong = e;
      }
      done = true;
    }
  }

  // JUnit Jupiter

  private static void runFive(Class<?> type, Method test) throws Throwable {
    List<Class<?>> types = enclosing(type);
    for (Class<?> each : types) refuseExtensions(each.getAnnotations());
    refuseExtensions(test.getDeclaredAnnotations());
    refuseMembers(type, FIVE + "extension.RegisterExtension", FIVE + "io.TempDir");
    Object[] arguments = Parameters.choose(type, test);
    List<Object> instances = new ArrayList<>();
    Throwable wrong = null;
    int begun = 0;
    try {
      for (; begun < types.size(); begun++) invokeStatic(before(types.get(begun)));
      for (Class<?> each : types) {
        Object outer = instances.isEmpty() ? null : instances.get(instances.size() - 1);
        instances.add(construct(each, outer));
        if (!areStatic(before(each))) {
          invokeAll(before(each), instances.get(instances.size() - 1));
        }
      }
      runFiveOn(types, instances, test, arguments);
    } catch (Throwable e) {
      wrong = e;
    }
    for (int i = Math.min(begun, types.size() - 1); i >= 0; i--) {
      try {
        Object instance = i < instances.size() ? instances.get(i) : null;
        List<Method> after = annotated(types.get(i), FIVE + "AfterAll", true);
        if (instance != null || areStatic(after)) finish(after, instance, wrong);
      } catch (Throwable e) {
        wrong = e;
      }
    }
    if (wrong != null) throw wrong;
  }

  private static List<Method> before(Class<?> type) {
    return annotated(type, FIVE + "BeforeAll", false);
  }

  private static boolean areStatic(List<Method> methods) {
    for (Method method : methods) if (!Modifier.isStatic(method.getModifiers())) return false;
    return true;
  }

  /** Set-up of the class comes before its first instance, unless it needs one. */
  private static void invokeStatic(List<Method> methods) throws Throwable {
    if (areStatic(methods)) invokeAll(methods, null);
  }

  private static void runFiveOn(
      List<Class<?>> types, List<Object> instances, Method test, Object[] arguments)
      throws Throwable {
    Throwable wrong = null;
    int begun = 0;
    try {
      for (; begun < types.size(); begun++) {
        invokeAll(annotated(types.get(begun), FIVE + "BeforeEach", false), instances.get(begun));
      }
      invokeTimed(test, instances.get(types.size() - 1), arguments);
    } catch (Throwable e) {
      wrong = e;
    }
    for (int i = Math.min(begun, types.size() - 1); i >= 0; i--) {
      try {
        finish(annotated(types.get(i), FIVE + "AfterEach", true), instances.get(i), wrong);
      } catch (Throwable e) {
        wrong = e;
      }
    }
    if (wrong != null && !isAborted(wrong)) throw wrong;
  }

  private static void invokeTimed(Method test, Object instance, Object[] arguments)
      throws Throwable {
    Annotation timeout = annotation(test, FIVE + "Timeout");
    if (timeout == null) timeout = inherited(test.getDeclaringClass(), FIVE + "Timeout");
    if (timeout == null) {
      DynamicTests.run(test, invoke(test, instance, arguments));
      return;
    }
    TimeUnit unit = (TimeUnit) value(timeout, "unit");
    long amount = (Long) value(timeout, "value");
    Watch watch = new Watch(Thread.currentThread(), unit.toMillis(amount));
    watch.start();
    Throwable wrong = null;
    try {
      DynamicTests.run(test, invoke(test, instance, arguments));
    } catch (Throwable e) {
      wrong = e;
    }
    if (watch.end()) {
      AssertionError late =
          new AssertionError(test.getName() + "() timed out after " + amount + " " + unit);
      late.initCause(wrong);
      throw late;
    }
    if (wrong != null) throw wrong;
  }

  /** As Jupiter does it: interrupts the test when its time is over. */
  private static final class Watch extends Thread {
    private final Thread test;
    private final long millis;
    private boolean late;
    private boolean over;

    Watch(Thread test, long millis) {
      super("junit-jupiter-timeout-watcher");
      this.test = test;
      this.millis = millis;
      setDaemon(true);
    }

    @Override public void run() {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        return;
      }
      synchronized (this) {
        if (over) return;
        late = true;
        test.interrupt();
      }
    }

    /** Whether the time was over before. */
    boolean end() {
      synchronized (this) {
        over = true;
        if (late) Thread.interrupted();
        return late;
      }
    }
  }

  private static boolean isAborted(Throwable e) {
    String name = e.getClass().getName();
    return name.equals("org.opentest4j.TestAbortedException")
        || name.equals("org.junit.AssumptionViolatedException")
        || name.equals("org.junit.internal.AssumptionViolatedException");
  }

  /** The class, and those around it as far as it is an inner one, outermost first. */
  private static List<Class<?>> enclosing(Class<?> type) {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      types.add(0, each);
      if (Modifier.isStatic(each.getModifiers())) break;
    }
    return types;
  }

  /** What would run other code, or skip the test: neither must look like a test that holds. */
  private static void refuseExtensions(Annotation[] annotations) {
    for (Annotation annotation : annotations) {
      String name = annotation.annotationType().getName();
      if (name.startsWith(FIVE + "extension.")
          || name.startsWith(FIVE + "condition.")
          || name.equals(FIVE + "TestTemplate")) {
        unsupported0("the JUnit annotation " + name);
      }
      // Annotations of the program may stand for some of JUnit's.
      if (!name.startsWith("org.junit.") && !name.startsWith("java.")) {
        refuseExtensions(annotation.annotationType().getAnnotations());
      }
    }
  }

  static void refuseMembers(Class<?> type, String... names) {
    for (Class<?> owner : lineage(type)) {
      for (Field field : owner.getDeclaredFields()) refuse(field.getAnnotations(), names);
      for (Method method : owner.getDeclaredMethods()) refuse(method.getAnnotations(), names);
    }
  }

  static void refuse(Annotation[] annotations, String... names) {
    for (Annotation annotation : annotations) {
      for (String name : names) {
        if (isNamed(annotation, name)) unsupported0("the JUnit annotation " + name);
      }
    }
  }

  // Both

  /** The class and its superclasses, the class first. */
  static List<Class<?>> lineage(Class<?> type) {
    List<Class<?>> all = new ArrayList<>();
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      all.add(each);
    }
    return all;
  }

  /** Methods with this annotation: those of superclasses first, or last; no overridden ones. */
  private static List<Method> annotated(Class<?> type, String name, boolean subclassFirst) {
    List<Method> found = new ArrayList<>();
    List<Class<?>> owners = lineage(type);
    for (Class<?> owner : owners) {
      List<Method> own = new ArrayList<>();
      for (Method method : owner.getDeclaredMethods()) {
        // The compiler's own copies of methods that a class inherits would come in any order.
        if (method.isBridge()) continue;
        if (has(method, name) && !isOverridden(method, found)) own.add(method);
      }
      found.addAll(own);
    }
    if (!subclassFirst) Collections.reverse(found);
    return found;
  }

  private static boolean isOverridden(Method method, List<Method> below) {
    if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
      return false;
    }
    for (Method other : below) {
      if (other.getName().equals(method.getName())
          && other.getParameterCount() == method.getParameterCount()) return true;
    }
    return false;
  }

  private static void invokeAll(List<Method> methods, Object instance) throws Throwable {
    for (Method method : methods) invoke(method, instance);
  }

  /** Runs all clean-up methods, and throws what went wrong first. */
  private static void finish(List<Method> methods, Object instance, Throwable wrong)
      throws Throwable {
    Throwable first = wrong;
    for (Method method : methods) {
      try {
        invoke(method, instance);
      } catch (Throwable e) {
        if (first == null || isAborted(first)) first = e;
      }
    }
    if (first != null && !isAborted(first)) throw first;
  }

  static Object invoke(Method method, Object instance, Object... arguments) throws Throwable {
    if (method.getParameterCount() != arguments.length) {
      unsupported0("parameters of the JUnit method " + method.getName());
    }
    method.setAccessible(true);
    boolean fixed = Modifier.isStatic(method.getModifiers());
    try {
      return method.invoke(fixed ? null : instance, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  static Object construct(Class<?> type, Object outer) throws Throwable {
    Constructor<?>[] constructors = type.getDeclaredConstructors();
    int parameters = outer == null ? 0 : 1;
    for (Constructor<?> constructor : constructors) {
      if (constructor.getParameterCount() != parameters) continue;
      constructor.setAccessible(true);
      try {
        return outer == null ? constructor.newInstance() : constructor.newInstance(outer);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
    unsupported0("parameters of the constructor of the test class " + type.getName());
    return null;
  }

  static boolean has(Method method, String name) {
    return annotation(method, name) != null;
  }

  static Annotation annotation(Method method, String name) {
    for (Annotation annotation : method.getDeclaredAnnotations()) {
      if (isNamed(annotation, name)) return annotation;
    }
    return null;
  }

  private static Annotation inherited(Class<?> type, String name) {
    for (Class<?> owner = type; owner != null; owner = owner.getEnclosingClass()) {
      for (Annotation annotation : owner.getAnnotations()) {
        if (isNamed(annotation, name)) return annotation;
      }
    }
    return null;
  }

  static boolean isNamed(Annotation annotation, String name) {
    return annotation.annotationType().getName().equals(name);
  }

  static Object value(Annotation annotation, String name) throws Throwable {
    return invoke(annotation.annotationType().getMethod(name), annotation);
  }
}
