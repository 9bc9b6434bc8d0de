import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** Plain accesses that a lock keeps apart: a loop that takes the lock each time sees the store. */
public class PlainUnderLock {
    static final AtomicBoolean stop = new AtomicBoolean();
    static final ReentrantLock lock = new ReentrantLock();

    static boolean isStopped() {
        lock.lock();
        try {
            return stop.getPlain();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!isStopped()) {
                Thread.yield();
            }
        });
        worker.start();
        lock.lock();
        stop.setPlain(true);
        lock.unlock();
        worker.join();
    }
}
