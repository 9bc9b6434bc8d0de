package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.jupiter.api.io.TempDir;

/** Extensions, what they give to tests, and what JUnit gives itself. */
class ExtensionsTest {
    @Test
    @DisplayName("a name")
    @Tag("one")
    void holdsTestInfo(TestInfo info) {
        assertEquals("a name", info.getDisplayName());
        assertTrue(info.getTags().contains("one"));
        assertEquals("holdsTestInfo", info.getTestMethod().orElseThrow().getName());
    }

    @Test
    void violatedTestInfo(TestInfo info) {
        assertEquals("another", info.getDisplayName());
    }

    @Test
    void holdsReporter(TestReporter reporter) {
        reporter.publishEntry("key", "value");
    }

    @Test
    void violatedUnknownParameter(StringBuilder nobodyKnows) {}

    @RepeatedTest(value = 2, name = "{currentRepetition}/{totalRepetitions}")
    void holdsRepetitionInfo(RepetitionInfo repetition, TestInfo info) {
        assertEquals(repetition.getCurrentRepetition() + "/2", info.getDisplayName());
    }

    @Test
    void holdsTempDir(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("x.txt");
        Files.writeString(file, "hello");
        assertEquals("hello", Files.readString(file));
    }

    @Test
    void violatedTempDir(@TempDir Path directory) {
        assertTrue(Files.exists(directory.resolve("x.txt")));
    }

    static class WithField {
        @TempDir Path directory;

        @BeforeEach
        void fill() throws Exception {
            Files.createFile(directory.resolve("a"));
        }

        @Test
        void holdsTempDirInField() throws Exception {
            try (Stream<Path> files = Files.list(directory)) {
                assertEquals(1, files.count());
            }
        }
    }

    static class Log implements BeforeEachCallback, AfterEachCallback {
        final List<String> lines = new ArrayList<>();

        @Override
        public void beforeEach(ExtensionContext context) {
            lines.add("before");
        }

        @Override
        public void afterEach(ExtensionContext context) {
            if (!lines.contains("test")) throw new IllegalStateException("nothing logged");
        }
    }

    static class Registered {
        @RegisterExtension Log log = new Log();

        @AfterEach
        void end() {
            log.lines.add("end");
        }

        @Test
        void holdsRegistered() {
            assertEquals(List.of("before"), log.lines);
            log.lines.add("test");
        }

        @Test
        void violatedByAfterEachOfExtension() {}
    }

    static class Number implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == int.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return 42;
        }
    }

    @Test
    @ExtendWith(Number.class)
    void holdsResolved(int value) {
        assertEquals(42, value);
    }

    @Test
    @ExtendWith(Number.class)
    void violatedResolved(int value) {
        assertEquals(41, value);
    }

    @ExtendWith(Number.class)
    static class InConstructor {
        private final int value;

        InConstructor(int value) {
            this.value = value;
        }

        @BeforeEach
        void same(int value) {
            assertEquals(this.value, value);
        }

        @Test
        void holdsInConstructor() {
            assertEquals(42, value);
        }
    }

    static class Swallow implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable why)
                throws Throwable {
            if (!(why instanceof ArithmeticException)) throw why;
        }
    }

    @Test
    @ExtendWith(Swallow.class)
    void holdsSwallowed() {
        throw new ArithmeticException();
    }

    @Test
    @ExtendWith(Swallow.class)
    void violatedNotSwallowed() {
        throw new IllegalStateException();
    }

    static class Inject implements TestInstancePostProcessor {
        @Override
        public void postProcessTestInstance(Object instance, ExtensionContext context) {
            ((Injected) instance).text = "injected";
        }
    }

    @ExtendWith(Inject.class)
    static class Injected {
        String text;

        @Test
        void holdsInjected() {
            assertEquals("injected", text);
        }
    }

    static class OtherThread implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> method,
                ExtensionContext context)
                throws Throwable {
            Throwable[] wrong = new Throwable[1];
            Thread thread = new Thread(() -> {
                try {
                    invocation.proceed();
                } catch (Throwable e) {
                    wrong[0] = e;
                }
            }, "other");
            thread.start();
            thread.join();
            if (wrong[0] != null) throw wrong[0];
        }
    }

    @Test
    @ExtendWith(OtherThread.class)
    void holdsInOtherThread() {
        assertEquals("other", Thread.currentThread().getName());
    }

    @Test
    @ExtendWith(OtherThread.class)
    void violatedInOtherThread() {
        assertEquals("main", Thread.currentThread().getName());
    }

    static class Twice implements TestTemplateInvocationContextProvider {
        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
                ExtensionContext context) {
            return Stream.of(with("a"), with("b"));
        }

        private static TestTemplateInvocationContext with(String value) {
            return new TestTemplateInvocationContext() {
                @Override
                public List<Extension> getAdditionalExtensions() {
                    return List.of(new Text(value));
                }
            };
        }
    }

    static class Text implements ParameterResolver {
        private final String value;

        Text(String value) {
            this.value = value;
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == String.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return value;
        }
    }

    @TestTemplate
    @ExtendWith(Twice.class)
    void holdsTemplate(String value) {
        assertEquals(1, value.length());
    }

    @TestTemplate
    @ExtendWith(Twice.class)
    void violatedTemplate(String value) {
        assertEquals("a", value);
    }

    @TestTemplate
    void violatedTemplateWithoutProvider() {
        assertFalse(true);
    }
}
