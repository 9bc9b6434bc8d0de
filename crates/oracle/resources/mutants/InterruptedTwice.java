// kills: unlearned Fields
// kills: lazy not: Print writes Console
// kills: lazy as if it read: Print writes Console
// kills: layers not: Print writes Console
/** A wait takes one interrupt back; the second may come before or after. */
public class InterruptedTwice {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            main.interrupt();
            boolean seen = main.isInterrupted();
            System.out.print(seen ? 1 : 0);
            main.interrupt();
        });
        other.start();
        synchronized (lock) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                System.out.print(Thread.interrupted() ? 3 : 2);
            }
        }
    }
}
