package heddle.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;

/** Has the Jupiter engine of the class path run one test method. */
final class JupiterTest {
  private static final String ENGINE = "org.junit.jupiter.engine.JupiterTestEngine";
  private static final String PLATFORM = "org.junit.platform.engine.";

  /** What the launcher of the platform would take into account, and the engine alone does not. */
  private static final String[] LAUNCHING = {
    "LauncherSessionListener", "LauncherInterceptor", "PostDiscoveryFilter",
  };

  private JupiterTest() {}

  static void run(Class<?> type, Method method, Tests.Result result) throws Exception {
    for (String name : LAUNCHING) {
      if (Resources.bytes0("META-INF/services/org.junit.platform.launcher." + name) != null) {
        Tests.unsupported0("the JUnit service " + name);
      }
    }
    TestEngine engine = engine();
    JupiterRequest request = new JupiterRequest(DiscoverySelectors.selectMethod(type, method));
    TestDescriptor root = engine.discover(request, UniqueId.forEngine(engine.getId()));
    if (root.getChildren().isEmpty()) {
      result.skip("to JUnit, it is no test");
      return;
    }
    Listener listener = new Listener(result);
    Object store = store();
    engine.execute(request(root, listener, request.getConfigurationParameters(), store));
    close(store);
  }

  private static TestEngine engine() throws Exception {
    try {
      Constructor<?> constructor = Class.forName(ENGINE).getDeclaredConstructor();
      return (TestEngine) constructor.newInstance();
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      Tests.unsupported0(
          "a JUnit 5 test without junit-jupiter-engine and junit-platform-engine on the class path");
      throw e;
    }
  }

  // What a request is made of has grown from version to version.

  private static ExecutionRequest request(
      TestDescriptor root,
      EngineExecutionListener listener,
      ConfigurationParameters parameters,
      Object store)
      throws Exception {
    Method longest = null;
    for (Method method : ExecutionRequest.class.getDeclaredMethods()) {
      if (!method.getName().equals("create")) continue;
      if (longest == null || method.getParameterCount() > longest.getParameterCount()) {
        longest = method;
      }
    }
    if (longest == null || longest.getParameterCount() == 3) {
      Constructor<ExecutionRequest> constructor =
          ExecutionRequest.class.getDeclaredConstructor(
              TestDescriptor.class, EngineExecutionListener.class, ConfigurationParameters.class);
      return constructor.newInstance(root, listener, parameters);
    }
    Class<?>[] types = longest.getParameterTypes();
    Object[] arguments = new Object[types.length];
    arguments[0] = root;
    arguments[1] = listener;
    arguments[2] = parameters;
    for (int i = 3; i < types.length; i++) arguments[i] = argument(types[i], store);
    longest.setAccessible(true);
    return (ExecutionRequest) longest.invoke(null, arguments);
  }

  private static Object argument(Class<?> type, Object store) throws Exception {
    if (type.isInstance(store)) return store;
    if (type.getSimpleName().startsWith("OutputDirectory")) return outputDirectory(type);
    if (type.getSimpleName().equals("CancellationToken")) {
      return type.getMethod("disabled").invoke(null);
    }
    Tests.unsupported0("a JUnit platform whose requests have a " + type.getName());
    return null;
  }

  /** Where tests would publish files, which they can't. */
  static Object outputDirectory(Class<?> type) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().equals("toString")) return "output directory";
          Tests.unsupported0("publishing a file from a JUnit test");
          return null;
        });
  }

  /** A store for the request in one for the session, where this platform has them. */
  private static Object store() throws Exception {
    Class<?> type;
    Class<?> action;
    try {
      type = Class.forName(PLATFORM + "support.store.NamespacedHierarchicalStore");
      action = Class.forName(type.getName() + "$CloseAction");
      Object closing = action.getMethod("closeAutoCloseables").invoke(null);
      Object session = type.getConstructor(type, action).newInstance(null, closing);
      return type.getMethod("newChild").invoke(session);
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return null;
    }
  }

  private static void close(Object store) throws Exception {
    if (store == null) return;
    Object parent = null;
    try {
      parent = ((java.util.Optional<?>) store.getClass().getMethod("getParent").invoke(store)).get();
    } catch (NoSuchMethodException e) {
      // Then nothing is kept for the session.
    }
    ((AutoCloseable) store).close();
    if (parent != null) ((AutoCloseable) parent).close();
  }

  /** Why a test is given up, in JUnit's words. */
  static String reason(Throwable why) {
    return why == null || why.getMessage() == null ? "assumption failed" : why.getMessage();
  }

  private static final class Listener implements EngineExecutionListener {
    private final Tests.Result result;

    Listener(Tests.Result result) {
      this.result = result;
    }

    @Override public void executionSkipped(TestDescriptor test, String reason) {
      result.skip(reason);
    }

    @Override public void executionFinished(TestDescriptor test, TestExecutionResult ended) {
      Throwable why = ended.getThrowable().orElse(null);
      switch (ended.getStatus()) {
        case FAILED:
          result.fail(why == null ? new AssertionError(test.getDisplayName() + " failed") : why);
          break;
        case ABORTED:
          result.skip(reason(why));
          break;
        default:
          if (test.isTest()) result.pass();
      }
    }

    @Override public void executionStarted(TestDescriptor test) {}

    @Override public void dynamicTestRegistered(TestDescriptor test) {}

    @Override public void reportingEntryPublished(TestDescriptor test, ReportEntry entry) {}
  }
}
