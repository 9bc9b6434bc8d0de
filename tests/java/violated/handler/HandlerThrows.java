//@ kind: exception
//@ says: thrown by a handler of uncaught exceptions
/** The handler of an uncaught exception throws itself. */
public class HandlerThrows {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("first");
        });
        thread.setUncaughtExceptionHandler((t, e) -> {
            throw new IllegalArgumentException("second"); //~ exception
        });
        thread.start();
    }
}
