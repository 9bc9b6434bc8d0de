/** An interrupt ends a wait, whether it comes before or during it, and the flag is then clear. */
public class InterruptedWait {
    static boolean interrupted;

    static class Waiter extends Thread {
        @Override
        public void run() {
            synchronized (this) {
                try {
                    while (true) {
                        wait();
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    assert !Thread.currentThread().isInterrupted();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Waiter waiter = new Waiter();
        waiter.start();
        waiter.interrupt();
        waiter.join();
        assert interrupted;
    }
}
