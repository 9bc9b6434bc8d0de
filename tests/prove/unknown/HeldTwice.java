import java.util.concurrent.locks.ReentrantLock;

/** The main thread holds the lock twice and leaves it once. */
public class HeldTwice {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            threads[i] = new Thread(() -> {
                lock.lock();
                lock.unlock();
            });
            threads[i].start();
        }
        lock.unlock();
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
