//@ kind: deadlock
import java.util.concurrent.locks.ReentrantLock;

/** Two locks, two orders. */
public class Crossed {
    static final ReentrantLock LEFT = new ReentrantLock();
    static final ReentrantLock RIGHT = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        second.lock(); //~ deadlock
        second.unlock();
        first.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> both(RIGHT, LEFT));
        other.start();
        both(LEFT, RIGHT);
        other.join();
    }
}
