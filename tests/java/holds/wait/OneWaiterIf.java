/** One waiter and one notifier: without spurious wake-ups an if is enough. */
public class OneWaiterIf {
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
            assert ready;
        }
    }
}
