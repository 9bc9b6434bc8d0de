// kills: lazy not: Read reads Slot
// kills: layers not: Read reads Slot
/** One thread interrupts another that waits, which then writes what main reads. */
public class InterruptedBesideMain {
    static final Object lock = new Object();
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    // It goes on.
                }
            }
            x = 1;
        });
        Thread other = new Thread(waiter::interrupt);
        waiter.start();
        other.start();
        int seen = x;
        waiter.join();
        System.out.println(seen);
    }
}
