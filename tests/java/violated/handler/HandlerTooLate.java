//@ kind: exception
/** The handler is set after the start: the exception may be faster. */
public class HandlerTooLate {
    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("on purpose"); //~ exception
        });
        failing.start();
        failing.setUncaughtExceptionHandler((thread, exception) -> {
            assert exception instanceof IllegalStateException;
        });
        failing.join();
    }
}
