import java.util.concurrent.locks.ReentrantLock;

/** Looks what another thread is doing. */
public class StateLooker {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        other.start();
        System.out.println(other.getState());
        LOCK.unlock();
        other.join();
    }
}
