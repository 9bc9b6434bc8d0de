/** The condition is checked in a loop under the lock that the notifier holds. */
public class Handshake {
    static final Object LOCK = new Object();
    static boolean ready;
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread() {
            @Override
            public void run() {
                synchronized (LOCK) {
                    value = 42;
                    ready = true;
                    LOCK.notify();
                }
            }
        };
        sender.start();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait();
            }
            assert value == 42;
        }
        sender.join();
    }
}
