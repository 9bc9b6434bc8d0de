/** Stack traces: classes, methods, files and lines, also of lambdas, constructors and causes. */
public class StackTraces {
    static class Inner {
        Inner(boolean fail) {
            if (fail) {
                throw new IllegalStateException("made");
            }
        }

        void method() {
            Runnable lambda = () -> fail(3);
            lambda.run();
        }
    }

    static void fail(int depth) {
        if (depth > 0) {
            fail(depth - 1);
            return;
        }
        throw new IllegalArgumentException("deep");
    }

    static void print(Throwable e) {
        System.out.println(e);
        for (StackTraceElement element : e.getStackTrace()) {
            String method = element.getMethodName();
            if (element.getClassName().startsWith("StackTraces")) {
                System.out.println("  " + element.getClassName() + "." + method + " " + element.getFileName() + ":"
                    + element.getLineNumber());
            }
        }
        if (e.getCause() != null) {
            print(e.getCause());
        }
    }

    public static void main(String[] args) {
        try {
            fail(1);
        } catch (IllegalArgumentException e) {
            print(e);
        }
        try {
            new Inner(false).method();
        } catch (IllegalArgumentException e) {
            print(new RuntimeException("wrapped", e));
        }
        try {
            new Inner(true);
        } catch (IllegalStateException e) {
            print(e);
        }
        int[] none = null;
        try {
            none[0] =
                1;
        } catch (NullPointerException e) {
            System.out.println("null at line " + e.getStackTrace()[0].getLineNumber());
        }
        StackTraceElement here = Thread.currentThread().getStackTrace()[1];
        System.out.println(here.getMethodName() + " " + here.getLineNumber());
        Exception empty = new Exception("no trace", null, false, false) {
        };
        System.out.println(empty.getStackTrace().length);
    }
}
