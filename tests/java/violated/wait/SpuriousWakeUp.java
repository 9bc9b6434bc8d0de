//@ options: --spurious-wakeups
//@ kind: assertion
/** A wait may end for no reason, so an if is not enough. */
public class SpuriousWakeUp {
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
            if (!ready) {
                LOCK.wait();
            }
            assert ready; //~ assertion
        }
    }
}
