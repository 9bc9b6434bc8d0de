//@ kind: assertion
/** A thread that has not come to the monitor yet is runnable. */
public class NotYetBlocked {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) { }
        });
        synchronized (LOCK) {
            other.start();
            assert other.getState() == Thread.State.BLOCKED; //~ assertion
        }
        other.join();
    }
}
