/** sleep() keeps the lock: nobody sees the state in between. */
public class SleepUnderLock {
    static final Object LOCK = new Object();
    static int left;
    static int right;

    static class Changer extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                left = 1;
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                right = 1;
            }
        }
    }

    public static void main(String[] args) {
        new Changer().start();
        synchronized (LOCK) {
            assert left == right;
        }
    }
}
