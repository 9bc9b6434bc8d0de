//@ kind: deadlock
/** Who comes to the next round first makes the others of this one wait on. */
public class UsedTooSoon {
    private int count;

    synchronized void await() throws InterruptedException {
        count++;
        if (count == 2) {
            count = 0;
            notifyAll();
        } else {
            while (count != 0) wait(); //~ deadlock
        }
    }

    static void run(UsedTooSoon barrier) {
        try {
            barrier.await();
            barrier.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        UsedTooSoon barrier = new UsedTooSoon();
        new Thread(() -> run(barrier), "left").start();
        new Thread(() -> run(barrier), "right").start();
    }
}
