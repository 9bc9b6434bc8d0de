//@ kind: deadlock
/** main waits for a thread that waits for a lock main holds. */
public class JoinHoldingLock {
    static final Object LOCK = new Object();

    static class Worker extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) { //~ deadlock
                assert isAlive();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        synchronized (LOCK) {
            worker.join(); //~ deadlock
        }
    }
}
