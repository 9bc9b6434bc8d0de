package runner;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Has the JUnit platform run every test below a directory, and prints how each method ended. */
public final class Platform implements TestExecutionListener {
    private final TreeMap<String, String> ends = new TreeMap<>();
    private TestPlan plan;

    public static void main(String[] arguments) {
        Platform platform = new Platform();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClasspathRoots(Set.of(Path.of(arguments[0]))))
                .build(),
            platform);
        platform.ends.forEach((name, end) -> System.out.println(end + " " + name));
        System.exit(0);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        this.plan = plan;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        note(test, "skipped");
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case FAILED:
                note(test, "violated");
                break;
            case ABORTED:
                note(test, "skipped");
                break;
            default:
                if (test.isTest()) note(test, "holds");
        }
    }

    /** What happens to a container happens to the tests in it. */
    private void note(TestIdentifier test, String end) {
        String name = name(test);
        if (name != null) ends.merge(name, end, Platform::worse);
        if (!end.equals("holds")) plan.getChildren(test).forEach(it -> note(it, end));
    }

    private String name(TestIdentifier test) {
        String name = test.getSource().map(source -> {
            if (source instanceof MethodSource) {
                MethodSource method = (MethodSource) source;
                return method.getClassName() + "." + method.getMethodName();
            }
            boolean isTest = test.isTest() && source instanceof ClassSource;
            return isTest ? ((ClassSource) source).getClassName() + "." + test.getDisplayName() : null;
        }).orElse(null);
        if (name != null && !name.contains(".null")) return name;
        return plan.getParent(test).map(this::name).orElse(null);
    }

    /** A test fails if one of its runs does, and is skipped if none of them ends. */
    private static String worse(String one, String other) {
        if (one.equals("violated") || other.equals("violated")) return "violated";
        return one.equals("holds") || other.equals("holds") ? "holds" : "skipped";
    }
}
