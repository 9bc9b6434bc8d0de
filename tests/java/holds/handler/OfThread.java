/** A handler the program has set for the thread takes its exception before join() returns. */
public class OfThread {
    static Throwable seen;

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread() {
            @Override
            public void run() {
                throw new IllegalStateException("on purpose");
            }
        };
        failing.setUncaughtExceptionHandler(new Thread.UncaughtExceptionHandler() {
            @Override
            public void uncaughtException(Thread thread, Throwable exception) {
                assert thread == Thread.currentThread();
                seen = exception;
            }
        });
        failing.start();
        failing.join();
        assert seen.getMessage().equals("on purpose");
    }
}
