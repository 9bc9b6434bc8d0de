//@ kind: exception
/** Nobody handles the exception; main goes on as if nothing had happened. */
public class NoHandler {
    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("on purpose"); //~ exception
        });
        failing.start();
        failing.join();
    }
}
