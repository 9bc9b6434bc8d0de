/** A waiter that is interrupted and notified leaves by the one or by the other. */
public class InterruptedAndNotified {
    static final Object lock = new Object();
    static int how;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                    how = 1;
                } catch (InterruptedException e) {
                    how = 2;
                }
            }
        });
        waiter.start();
        synchronized (lock) {
            waiter.interrupt();
            lock.notify();
        }
        waiter.join();
        System.out.println(how);
    }
}
