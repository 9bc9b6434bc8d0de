import java.util.concurrent.locks.LockSupport;

/** The flag is set before unpark(): the permit is there even if the thread parks only later. */
public class FlagAndUnpark {
    static volatile boolean go;

    static class Sleeper extends Thread {
        @Override
        public void run() {
            while (!go) {
                LockSupport.park();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        go = true;
        LockSupport.unpark(sleeper);
        sleeper.join();
    }
}
