//@ property: assertion

/** Nobody gets the lock once main has it, so nothing changes meanwhile. */
public class WantedForEverGuarded {
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
            boolean before = done;
            assert before == done;
            synchronized (other) {
                other.wait();
            }
        }
    }
}
