// kills: lazy not: Reacquire writes Slot
// kills: lazy as if it read: Reacquire writes Slot
// kills: layers not: Reacquire writes Slot
// kills: layers as if it read: Reacquire writes Slot
/** A waiter that is interrupted takes the flag back when it has the monitor again. */
public class InterruptTakenBack {
    static final Object lock = new Object();
    static int how;
    static boolean waits;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                waits = true;
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
            if (!waits) {
                return;
            }
            waiter.interrupt();
            lock.notify();
        }
        boolean seen = waiter.isInterrupted();
        waiter.join();
        System.out.println(how + " " + seen);
    }
}
