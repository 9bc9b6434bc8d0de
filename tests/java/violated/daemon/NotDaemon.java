//@ kind: deadlock
/** The thread that waits for ever is no daemon: the program never ends. */
public class NotDaemon {
    public static void main(String[] args) {
        final Object lock = new Object();
        Thread waiter = new Thread() {
            @Override
            public void run() {
                synchronized (lock) {
                    try {
                        while (true) {
                            lock.wait(); //~ deadlock
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        };
        waiter.start();
    }
}
