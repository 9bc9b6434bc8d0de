// kills: lazy as if it read: Reacquire writes Monitor
/** Of two that were woken, either may have the monitor first. */
public class AllWoken {
    static final Object lock = new Object();
    static int x, waits;

    static void await(int digit) {
        synchronized (lock) {
            waits++;
            try {
                lock.wait();
            } catch (InterruptedException e) {
                return;
            }
            x = x * 10 + digit;
            System.out.print(x);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> await(1)).start();
        new Thread(() -> await(2)).start();
        synchronized (lock) {
            if (waits == 2) {
                lock.notifyAll();
            }
        }
    }
}
