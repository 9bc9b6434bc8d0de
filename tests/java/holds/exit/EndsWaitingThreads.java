/** System.exit() ends the program though another thread waits for ever. */
public class EndsWaitingThreads {
    static class Waiter extends Thread {
        @Override
        public synchronized void run() {
            while (true) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    public static void main(String[] args) {
        new Waiter().start();
        System.exit(0);
    }
}
