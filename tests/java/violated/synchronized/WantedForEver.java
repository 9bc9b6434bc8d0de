//@ property: assertion
//@ kind: assertion

/** The second thread may have the lock first; if not, it waits for it for ever, and so does the first. */
public class WantedForEver {
    static final Object lock = new Object();
    static final Object other = new Object();
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread second = new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        });
        new Thread(second::start).start();
        synchronized (lock) {
            assert !done; //~ assertion
            synchronized (other) {
                other.wait();
            }
        }
    }
}
