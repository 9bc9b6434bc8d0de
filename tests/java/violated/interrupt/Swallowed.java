//@ kind: deadlock
/** The waiter swallows the interrupt that was meant to stop it and waits again. */
public class Swallowed {
    static class Waiter extends Thread {
        private boolean done;

        @Override
        public synchronized void run() {
            while (!done) {
                try {
                    wait(); //~ deadlock
                } catch (InterruptedException e) {
                    // The bug: the request to stop ends here.
                }
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
