// kills: lazy not: Wait writes Slot
// kills: lazy as if it read: Wait writes Slot
// kills: layers not: Wait writes Slot
/** A thread that is interrupted before it waits takes the flag back at once. */
public class InterruptTakenAtOnce {
    static final Object lock = new Object();
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            if (y == 1) {
                System.out.println(main.isInterrupted());
            }
        });
        other.start();
        main.interrupt();
        y = 1;
        synchronized (lock) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
