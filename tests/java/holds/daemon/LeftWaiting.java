/** A daemon waits for ever; the program ends without it. */
public class LeftWaiting {
    public static void main(String[] args) {
        final Object lock = new Object();
        Thread daemon = new Thread() {
            @Override
            public void run() {
                synchronized (lock) {
                    try {
                        while (true) {
                            lock.wait();
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        };
        daemon.setDaemon(true);
        daemon.start();
    }
}
