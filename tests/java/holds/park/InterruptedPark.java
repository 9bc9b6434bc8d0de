import java.util.concurrent.locks.LockSupport;

/** park() returns for an interrupt, without exception, and the flag stays set. */
public class InterruptedPark {
    static class Sleeper extends Thread {
        @Override
        public void run() {
            while (!isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            assert Thread.interrupted();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
    }
}
