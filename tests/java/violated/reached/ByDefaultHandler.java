//@ property: race
//@ kind: race

/** Every thread that fails calls the default handler. */
public class ByDefaultHandler {
    static class Counter implements Thread.UncaughtExceptionHandler {
        int failures;

        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            failures++; //~ race
        }
    }

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(new Counter());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                throw new IllegalStateException();
            }).start();
        }
    }
}
