//@ kind: assertion
/** Who is interrupted in a wait keeps its flag until it has the monitor back. */
public class FlagDuringReturn {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    // That is expected.
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        boolean flag = waiter.isInterrupted();
        waiter.join();
        assert flag; //~ assertion
    }
}
