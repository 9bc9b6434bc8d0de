//@ kind: deadlock
/** Two threads wait for one flag, but only one of them is woken. */
public class NotifyOneOfTwo {
    static final Object LOCK = new Object();
    static boolean open;

    static class Visitor extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                while (!open) {
                    try {
                        LOCK.wait(); //~ deadlock
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Visitor first = new Visitor();
        Visitor second = new Visitor();
        first.start();
        second.start();
        synchronized (LOCK) {
            open = true;
            LOCK.notify();
        }
        first.join();
        second.join();
    }
}
