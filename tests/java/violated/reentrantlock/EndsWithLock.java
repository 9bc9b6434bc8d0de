//@ kind: deadlock
import java.util.concurrent.locks.ReentrantLock;

/** A thread ends with a lock that nobody can unlock any more. */
public class EndsWithLock {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        new Thread(lock::lock, "holder").start();
        new Thread(() -> {
            lock.lock(); //~ deadlock
            lock.unlock();
        }, "other").start();
    }
}
