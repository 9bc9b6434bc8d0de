package platform;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.AfterParam;
import org.junit.runners.Parameterized.BeforeParam;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Suite;
import org.junit.runners.Suite.SuiteClasses;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.Statement;

/** Runners of JUnit 4, those of the program among them. */
public class RunnersTest {
    @RunWith(Parameterized.class)
    public static class Sets {
        private static int before;

        @Parameters(name = "{index}={0}")
        public static Iterable<?> values() {
            return List.of("a", "bb", "ccc");
        }

        @Parameter public String text;

        @BeforeParam
        public static void each() {
            before++;
        }

        @AfterParam
        public static void after() {
            if (before == 0) throw new IllegalStateException();
        }

        @Test
        public void holdsEach() {
            assertEquals(before, text.length());
        }

        @Test
        public void violatedLast() {
            assertTrue(text.length() < 3);
        }

        @Test
        public void holdsIfOneRuns() {
            assumeTrue(text.length() == 2);
        }

        @Test
        public void skippedIfNoneRuns() {
            assumeTrue(text.length() == 5);
        }
    }

    @RunWith(Parameterized.class)
    public static class NoSets {
        @Parameters
        public static Iterable<?> values() {
            throw new IllegalStateException("no values");
        }

        @Parameter public String text;

        @Test
        public void violatedParameters() {}
    }

    /** Runs nothing of the methods. */
    public static class Quiet extends BlockJUnit4ClassRunner {
        public Quiet(Class<?> type) throws InitializationError {
            super(type);
        }

        @Override
        protected Statement methodInvoker(FrameworkMethod method, Object test) {
            return new Statement() {
                @Override
                public void evaluate() {}
            };
        }
    }

    @RunWith(Quiet.class)
    public static class WithQuiet {
        @Test
        public void holdsAsItDoesNotRun() {
            throw new IllegalStateException();
        }
    }

    @RunWith(Quiet.class)
    public static class QuietBase {
        @Test
        public void holdsInBase() {
            throw new IllegalStateException();
        }
    }

    public static class InheritsRunner extends QuietBase {
        @Test
        public void holdsByInheritedRunner() {
            throw new IllegalStateException();
        }
    }

    @RunWith(Suite.class)
    @SuiteClasses({WithQuiet.class, InheritsRunner.class})
    public static class All {}
}
