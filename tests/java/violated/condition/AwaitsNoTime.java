//@ kind: assertion
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Waiting for no time lets go of the lock all the same, and somebody else may get it. */
public class AwaitsNoTime {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        Thread other = new Thread(() -> {
            lock.lock();
            x = 1;
            lock.unlock();
        });
        lock.lock();
        other.start();
        int before = x;
        never.await(0, TimeUnit.SECONDS);
        assert x == before; //~ assertion
        lock.unlock();
        other.join();
    }
}
