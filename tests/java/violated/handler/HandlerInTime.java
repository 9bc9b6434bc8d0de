//@ property: assertion
//@ kind: assertion
/** Whether the thread that fails has its handler already depends on the schedule. */
public class HandlerInTime {
    static volatile int work;
    static volatile boolean handled;

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            work = 1;
            throw new IllegalStateException("on purpose");
        });
        failing.start();
        failing.setUncaughtExceptionHandler((thread, exception) -> handled = true);
        failing.join();
        assert !handled; //~ assertion
    }
}
