import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;

/** Causes, suppressed exceptions and finally. */
public class Exceptions2 {
    record Resource(String name) implements AutoCloseable {
        @Override
        public void close() {
            System.out.println("close " + name);
            throw new IllegalArgumentException(name);
        }
    }

    @SuppressWarnings("finally")
    static String order() {
        StringBuilder text = new StringBuilder();
        try {
            text.append("t");
            return text.append("r").toString();
        } finally {
            text.append("f");
            System.out.println(text);
        }
    }

    static int nested() {
        int x = 0;
        for (int i = 0; i < 3; i++) {
            try {
                if (i == 1) continue;
                x += 10 / i;
            } catch (ArithmeticException e) {
                x += 100;
            } finally {
                x += 1;
            }
        }
        return x;
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            throw new IllegalStateException("body");
        } catch (IllegalStateException e) {
            p(e.getMessage() + " " + Arrays.toString(e.getSuppressed()));
        }
        p(order() + " " + nested());
        Throwable deep = new RuntimeException("top", new java.io.IOException("low"));
        p(deep + " " + deep.getCause() + " " + new RuntimeException(deep.getCause()).getMessage());
        StackTraceElement[] trace = new Throwable().getStackTrace();
        p(trace[0].getMethodName() + " " + trace.length + " " + trace[0].getFileName());
        StringWriter text = new StringWriter();
        deep.printStackTrace(new PrintWriter(text));
        p(text.toString().lines().findFirst().get() + " " + text.toString().contains("Caused by: java.io.IOException: low"));
    }
}
