//@ kind: exception
/** The interrupt ends the wait with an exception that nothing catches. */
public class UncaughtInterrupt {
    static class Waiter extends Thread {
        @Override
        public synchronized void run() {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e); //~ exception
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Waiter waiter = new Waiter();
        waiter.start();
        waiter.interrupt();
        waiter.join();
    }
}
