package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What runs once for a class, in all forms. */
class AllTest {
    @Nested
    @TestInstance(Lifecycle.PER_CLASS)
    class PerClass {
        private int all;
        private int each;

        @BeforeAll
        void once() {
            all++;
        }

        @BeforeEach
        void every() {
            each++;
        }

        @Test
        void holdsOnInstance() {
            assertEquals(1, all);
        }

        @RepeatedTest(3)
        void holdsRepeated() {
            assertEquals(1, all);
            assertTrue(each >= 1);
        }

        @RepeatedTest(3)
        void violatedInThirdOfOneInstance() {
            assertTrue(each < 3);
        }
    }

    @Nested
    class PerMethod {
        private int each;

        @BeforeEach
        void every() {
            each++;
        }

        @RepeatedTest(3)
        void holdsAfreshEachTime() {
            assertEquals(1, each);
        }
    }

    static class Failing {
        @BeforeAll
        static void broken() {
            throw new IllegalStateException("no set-up");
        }

        @Test
        void violatedBeforeAll() {}
    }

    static class FailingAfter {
        @AfterAll
        static void broken() {
            throw new IllegalStateException("no clean-up");
        }

        @Test
        void violatedAfterAll() {}
    }

    static class FailingAfterEach {
        @AfterEach
        void broken() {
            throw new IllegalStateException("no clean-up");
        }

        @Test
        void violatedAfterEach() {}
    }

    /** Static set-up with per-method instances must be static: JUnit refuses the class. */
    static class NotStatic {
        @BeforeAll
        void once() {}

        @Test
        void violatedByRefusal() {}
    }

    static class Threads {
        private static Thread worker;
        private static volatile int count;

        @BeforeAll
        static void start() {
            worker = new Thread(() -> count = 1);
            worker.start();
        }

        @Test
        void holdsAfterJoin() throws InterruptedException {
            worker.join();
            assertEquals(1, count);
        }

        @AfterAll
        static void stop() throws InterruptedException {
            worker.join();
        }
    }

    static int statics;

    @RepeatedTest(3)
    void violatedByStaticsInThird() {
        statics++;
        assertTrue(statics < 3);
    }

    AllTest() {}

    static class Throwing {
        Throwing() {
            throw new IllegalStateException("no instance");
        }

        @Test
        void violatedConstructor() {}
    }

    static class Initializer {
        static final int VALUE = Integer.parseInt("x");

        @Test
        void violatedStaticInitializer() {
            assertEquals(0, VALUE);
        }
    }
}
