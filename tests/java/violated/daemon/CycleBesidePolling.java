//@ kind: partial-deadlock
/** Two threads block each other while a daemon goes on polling. */
public class CycleBesidePolling {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static volatile int ticks;

    static class Poller extends Thread {
        @Override
        public void run() {
            while (true) {
                ticks = 1 - ticks;
            }
        }
    }

    static class Crossed extends Thread {
        @Override
        public void run() {
            synchronized (RIGHT) {
                synchronized (LEFT) { //~ partial-deadlock
                    assert Thread.holdsLock(RIGHT);
                }
            }
        }
    }

    public static void main(String[] args) {
        Poller poller = new Poller();
        poller.setDaemon(true);
        poller.start();
        new Crossed().start();
        synchronized (LEFT) {
            synchronized (RIGHT) { //~ partial-deadlock
                assert Thread.holdsLock(LEFT);
            }
        }
    }
}
