/** The default handler takes what no thread's own handler does. */
public class Default {
    static volatile int handled;

    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> handled++);
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("on purpose");
        });
        failing.start();
        failing.join();
        assert handled == 1;
    }
}
