/** A thread object is notified while one thread waits on it and another one joins it. */
public class AllAreNotified {
    static Thread worker;
    static Thread waiter;
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        worker = new Thread(() -> {
            synchronized (worker) {
                ready = true;
                worker.notifyAll();
            }
            try {
                waiter.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        waiter = new Thread(() -> {
            synchronized (worker) {
                while (!ready) {
                    try {
                        worker.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        waiter.start();
        worker.start();
        worker.join();
    }
}
