//@ kind: assertion
/** notify() may wake any waiter, not only the one that has waited longest. */
public class FirstInFirstOut {
    static final Object LOCK = new Object();
    static int waiting;
    static Thread woken;

    static class Waiter extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                waiting++;
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                if (woken == null) {
                    woken = this;
                }
                LOCK.notify();
            }
        }
    }

    static boolean waits(int count) {
        synchronized (LOCK) {
            return waiting == count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Waiter first = new Waiter();
        first.start();
        while (!waits(1)) {
            Thread.yield();
        }
        Waiter second = new Waiter();
        second.start();
        while (!waits(2)) {
            Thread.yield();
        }
        synchronized (LOCK) {
            LOCK.notify();
        }
        first.join();
        second.join();
        assert woken == first; //~ assertion
    }
}
