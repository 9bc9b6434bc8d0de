//@ kind: deadlock
/** A thread object is notified while one thread waits on it and another one joins it. */
public class TakesNotification {
    static Thread worker;
    static Thread waiter;
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        worker = new Thread(() -> {
            synchronized (worker) {
                ready = true;
                worker.notify();
            }
            try {
                waiter.join(); //~ deadlock
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        waiter = new Thread(() -> {
            synchronized (worker) {
                while (!ready) {
                    try {
                        worker.wait(); //~ deadlock
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        waiter.start();
        worker.start();
        worker.join(); //~ deadlock
    }
}
