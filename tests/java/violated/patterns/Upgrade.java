//@ kind: deadlock
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Whoever reads wants to write without letting go: no other thread is needed to be stuck. */
public class Upgrade {
    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread thread = new Thread(() -> {
            lock.readLock().lock();
            lock.writeLock().lock(); //~ deadlock
            lock.writeLock().unlock();
            lock.readLock().unlock();
        }, "upgrading");
        thread.start();
        thread.join();
    }
}
