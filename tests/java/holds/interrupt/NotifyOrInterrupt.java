/**
 * One of two waiters is interrupted while one of them is notified. If the interrupted one leaves
 * with an exception, then the notification has gone to the other one: it is never lost.
 */
public class NotifyOrInterrupt {
    static final Object LOCK = new Object();
    static int waiting;

    static class Waiter extends Thread {
        boolean thrown;

        @Override
        public void run() {
            synchronized (LOCK) {
                waiting++;
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    thrown = true;
                }
            }
        }
    }

    static boolean signal(Waiter chosen) {
        synchronized (LOCK) {
            if (waiting < 2) {
                return false;
            }
            LOCK.notify();
            chosen.interrupt();
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Waiter first = new Waiter();
        Waiter second = new Waiter();
        first.start();
        second.start();
        while (!signal(first)) {
            Thread.yield();
        }
        first.join();
        if (!first.thrown) {
            synchronized (LOCK) {
                LOCK.notify();
            }
        }
        second.join();
        assert !second.thrown;
    }
}
