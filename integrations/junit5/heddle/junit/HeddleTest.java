package heddle.junit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * A test that Heddle runs under every schedule of its threads, instead of the JVM under one.
 *
 * <p>The test is given to the {@code heddle} on the path, or to the one that the system property
 * {@code heddle.command} names, with the class path of this JVM. It fails with Heddle's report, and is aborted
 * (shown as skipped) where Heddle can't tell. Without a {@code heddle} it is aborted, too.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(HeddleTest.Extension.class)
public @interface HeddleTest {
    /** Options of {@code heddle test}, as {@code {"--timeout", "30s"}}. */
    String[] value() default {};

    /** Gives the test to Heddle. */
    final class Extension implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> call,
                ExtensionContext context)
                throws Throwable {
            if ("Heddle".equals(System.getProperty("java.vm.name"))) {
                // This is Heddle, which has come to the test itself.
                invocation.proceed();
                return;
            }
            invocation.skip();
            Method method = call.getExecutable();
            HeddleTest wish = method.getAnnotation(HeddleTest.class);
            List<String> command = new ArrayList<>();
            command.add(System.getProperty("heddle.command", "heddle"));
            command.add("test");
            command.add("-cp");
            command.add(System.getProperty("java.class.path"));
            command.add("--jdk");
            command.add(System.getProperty("java.home"));
            if (wish != null) {
                command.addAll(List.of(wish.value()));
            }
            command.add(call.getTargetClass().getName() + "." + method.getName());
            run(command);
        }

        private static void run(List<String> command) throws IOException, InterruptedException {
            StringBuilder report = new StringBuilder();
            int code;
            try {
                code = run(command, report);
            } catch (IOException missing) {
                Assumptions.abort("there is no heddle to run the test: " + missing.getMessage());
                return;
            }
            if (code == 1) {
                // The schedule, step by step.
                Matcher token = Pattern.compile("heddle replay (\\S+)").matcher(report.toString());
                while (token.find()) {
                    run(List.of(command.get(0), "replay", token.group(1)), report);
                }
            }
            if (code == 3) {
                Assumptions.abort(report.toString());
            }
            if (code != 0) {
                Assertions.fail(report.toString());
            }
        }

        /** Runs a command and adds what it prints to a report. */
        private static int run(List<String> command, StringBuilder report)
                throws IOException, InterruptedException {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            report.append(read(process.getInputStream()));
            return process.waitFor();
        }

        private static String read(InputStream input) throws IOException {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            input.transferTo(all);
            return all.toString(StandardCharsets.UTF_8);
        }
    }
}
