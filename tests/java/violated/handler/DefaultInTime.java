//@ property: assertion
//@ kind: assertion
/** Whether there is a default handler when the thread fails depends on the schedule. */
public class DefaultInTime {
    static volatile int work;
    static volatile boolean handled;

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            work = 1;
            throw new IllegalStateException("on purpose");
        });
        failing.start();
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> handled = true);
        failing.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
        assert !handled; //~ assertion
    }
}
