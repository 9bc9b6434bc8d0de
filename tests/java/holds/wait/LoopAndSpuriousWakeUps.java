//@ options: --spurious-wakeups
/** A wait in a loop does not mind if it ends for no reason. */
public class LoopAndSpuriousWakeUps {
    static final Object LOCK = new Object();
    static boolean ready;

    static class Sender extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Sender().start();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait();
            }
            assert ready;
        }
    }
}
