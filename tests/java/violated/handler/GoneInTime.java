//@ kind: exception
/** The default handler is taken away while a thread that needs it still runs. */
public class GoneInTime {
    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> { });
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("on purpose"); //~ exception
        });
        failing.start();
        Thread.setDefaultUncaughtExceptionHandler(null);
        failing.join();
    }
}
