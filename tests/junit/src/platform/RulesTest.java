package platform;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeNoException;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.FixMethodOrder;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;
import org.junit.rules.ExpectedException;
import org.junit.rules.ExternalResource;
import org.junit.rules.RuleChain;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.junit.rules.TestRule;
import org.junit.rules.TestWatcher;
import org.junit.rules.Timeout;
import org.junit.rules.Verifier;
import org.junit.runner.Description;
import org.junit.runners.MethodSorters;
import org.junit.runners.model.Statement;

/** Rules and the life cycle of JUnit 4. */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class RulesTest extends RulesBase {
    @ClassRule public static final ExternalResource CLASS = new ExternalResource() {
        @Override
        protected void before() {
            opened = true;
        }
    };

    private static boolean opened;
    private static boolean begun;

    @Rule public final TestName name = new TestName();
    @Rule public final TemporaryFolder folder = new TemporaryFolder();
    @Rule public final ErrorCollector errors = new ErrorCollector();
    @SuppressWarnings("deprecation")
    @Rule public final ExpectedException expected = ExpectedException.none();
    @Rule public final TestRule chain = RuleChain.outerRule(log("outer")).around(log("inner"));
    @Rule public final Verifier verifier = new Verifier() {
        @Override
        protected void verify() {
            if (log.contains("bad")) throw new IllegalStateException("bad");
        }
    };

    private TestRule log(String what) {
        return (statement, description) -> new Statement() {
            @Override
            public void evaluate() throws Throwable {
                log.add(what);
                statement.evaluate();
            }
        };
    }

    @BeforeClass
    public static void begin() {
        begun = opened;
    }

    @AfterClass
    public static void end() {
        if (!begun) throw new IllegalStateException();
    }

    @Before
    public void self() {
        log.add("self");
    }

    @Override
    @Before
    public void again() {
        log.add("again");
    }

    @Override
    public void holdsOverriddenWithoutAnnotation() {}

    @Override
    public void violatedOverriddenWithoutAnnotation() {
        throw new IllegalStateException("it runs");
    }

    @Test
    public void holdsOrder() {
        assertEquals(List.of("outer", "inner", "base"), log.subList(0, 3));
        assertTrue(log.contains("again") && !log.contains("never"));
        assertTrue(begun);
    }

    @Test
    public void holdsName() {
        assertEquals("holdsName", name.getMethodName());
    }

    @Test
    public void holdsFolder() throws Exception {
        File file = folder.newFile("x");
        assertTrue(file.exists());
    }

    @Test
    public void violatedFolder() throws Exception {
        folder.newFile("x");
        folder.newFile("x");
    }

    @Test
    public void violatedCollected() {
        errors.addError(new IllegalStateException("collected"));
    }

    @Test
    public void holdsExpectedByRule() {
        expected.expect(IllegalStateException.class);
        expected.expectMessage("told");
        throw new IllegalStateException("as told");
    }

    @Test
    public void violatedExpectedByRule() {
        expected.expect(IllegalStateException.class);
    }

    @Test
    public void violatedMessageByRule() {
        expected.expectMessage("told");
        throw new IllegalStateException("otherwise");
    }

    @Test
    public void violatedVerifier() {
        log.add("bad");
    }

    @Test
    public void violatedAfter() {
        log.add("fail after");
    }

    @Test(expected = ArithmeticException.class)
    public void holdsExpected() {
        throw new ArithmeticException();
    }

    @Test(expected = ArithmeticException.class)
    public void violatedExpected() {}

    @Test(expected = ArithmeticException.class)
    public void violatedOtherThanExpected() {
        throw new IllegalStateException();
    }

    @Test(timeout = 10_000)
    public void holdsTimeout() {
        assertNotNull(name.getMethodName());
    }

    @Test(timeout = 50)
    public void violatedTimeout() throws InterruptedException {
        Thread.sleep(400);
    }

    @Test
    public void skippedAssumption() {
        assumeTrue(false);
    }

    @Test
    public void skippedException() {
        assumeNoException(new IllegalStateException());
    }

    @Test
    @Ignore
    public void skippedIgnored() {}

    /** A limit for each test. */
    public static class Limited {
        @Rule public final Timeout limit = new Timeout(50, TimeUnit.MILLISECONDS);

        @Test
        public void violatedByRuleOfTime() throws InterruptedException {
            Thread.sleep(400);
        }
    }

    /** What watches tests can't change how they end. */
    public static class Watched {
        private String seen = "";

        @Rule public final TestWatcher watcher = new TestWatcher() {
            @Override
            protected void starting(Description description) {
                seen = description.getMethodName();
            }
        };

        @Test
        public void holdsWatched() {
            assertEquals("holdsWatched", seen);
        }
    }

    @Ignore("all of it")
    public static class Ignored {
        @Test
        public void skippedWithItsClass() {}

        public static class Inside {
            @Test
            public void violatedInside() {
                throw new IllegalStateException("the class around does not matter");
            }
        }
    }

    /** JUnit refuses it. */
    public static class NoDefaultConstructor {
        public NoDefaultConstructor(int value) {}

        @Test
        public void violatedByRefusal() {}
    }

    public static class FailingClassRule {
        @ClassRule public static final ExternalResource CLASS = new ExternalResource() {
            @Override
            protected void before() {
                throw new IllegalStateException("no resource");
            }
        };

        @Test
        public void violatedByClassRule() {}
    }

    public static class AssumingClass {
        @BeforeClass
        public static void never() {
            assumeTrue(false);
        }

        @Test
        public void skippedByClass() {}
    }
}
