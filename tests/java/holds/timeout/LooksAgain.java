/** Nobody notifies, but the waiter looks again when its time is up. */
public class LooksAgain {
    static final Object LOCK = new Object();
    static boolean done;

    static class Worker extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                done = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Worker().start();
        synchronized (LOCK) {
            while (!done) {
                LOCK.wait(10);
            }
        }
    }
}
