//@ kind: deadlock
import java.util.concurrent.locks.LockSupport;

/** Permits don't add up: two unpark() may free only one park(). */
public class OnePermit {
    static class Sleeper extends Thread {
        @Override
        public void run() {
            LockSupport.park();
            LockSupport.park(); //~ deadlock
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        LockSupport.unpark(sleeper);
        LockSupport.unpark(sleeper);
        sleeper.join();
    }
}
