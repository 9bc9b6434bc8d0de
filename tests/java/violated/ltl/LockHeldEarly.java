//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []!holds("main",LockHeldEarly.lock)
// main has the lock for a moment, before there is another thread.
public class LockHeldEarly {
    static final Object lock = new Object();
    static volatile int other;

    public static void main(String[] args) {
        synchronized (lock) {
            other = 2;
        }
        new Thread(() -> other = 1).start();
    }
}
