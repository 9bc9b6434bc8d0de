/** Who uses a class later whose initialisation failed is told why it did, and in which thread. */
public class CauseOfFailure {
    static class Fails {
        static int number = 1 / Integer.parseInt("0");
    }

    static class Silent {
        static {
            if (true) throw new IllegalStateException();
        }

        static void use() {}
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(CauseOfFailure::first, "first");
        thread.start();
        thread.join();
        try {
            int number = Fails.number;
            assert false;
        } catch (NoClassDefFoundError e) {
            assert e.getMessage().equals("Could not initialize class CauseOfFailure$Fails") : e;
            String message = e.getCause().getMessage();
            assert e.getCause() instanceof ExceptionInInitializerError : e.getCause();
            assert message.equals("Exception java.lang.ArithmeticException: / by zero [in thread \"first\"]") : message;
        }
        for (int i = 0; i < 2; i++) {
            try {
                Silent.use();
                assert false;
            } catch (ExceptionInInitializerError e) {
                assert i == 0 && e.getCause() instanceof IllegalStateException;
            } catch (NoClassDefFoundError e) {
                String message = e.getCause().getMessage();
                assert i == 1 && message.equals("Exception java.lang.IllegalStateException [in thread \"main\"]") : message;
            }
        }
    }

    static void first() {
        try {
            int number = Fails.number;
            assert false;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof ArithmeticException;
        }
    }
}
