import java.util.concurrent.locks.ReentrantLock;

/** Looks who waits. */
public class QueueLooker {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        other.start();
        System.out.println(LOCK.hasQueuedThreads());
        LOCK.unlock();
        other.join();
    }
}
