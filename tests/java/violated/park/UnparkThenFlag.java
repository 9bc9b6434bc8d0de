//@ kind: deadlock
import java.util.concurrent.locks.LockSupport;

/** The permit is given before the flag is set: it may be used up by a look that comes too early. */
public class UnparkThenFlag {
    static volatile boolean go;

    static class Sleeper extends Thread {
        @Override
        public void run() {
            while (!go) {
                LockSupport.park(); //~ deadlock
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        LockSupport.unpark(sleeper);
        go = true;
        sleeper.join();
    }
}
