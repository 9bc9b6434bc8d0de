//@ jdk: 17
/** A thread that has ended may be given a handler, and has it. */
public class GivenAfterTheEnd {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> { });
        thread.start();
        thread.join();
        assert thread.getUncaughtExceptionHandler() == null;
        Thread.UncaughtExceptionHandler handler = (t, e) -> { };
        thread.setUncaughtExceptionHandler(handler);
        assert thread.getUncaughtExceptionHandler() == handler;
    }
}
