//@ kind: partial-deadlock
/** main waits for an answer that the polling daemon never announces: it is stuck, though not alone. */
public class PollsWhileMainIsStuck {
    static final Object LOCK = new Object();
    static volatile boolean request;
    static boolean answered;

    static class Poller extends Thread {
        @Override
        public void run() {
            while (true) {
                if (request) {
                    synchronized (LOCK) {
                        answered = true;
                    }
                }
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Poller poller = new Poller();
        poller.setDaemon(true);
        poller.start();
        synchronized (LOCK) {
            request = true;
            while (!answered) {
                LOCK.wait(); //~ partial-deadlock
            }
        }
    }
}
