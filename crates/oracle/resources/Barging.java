import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Timed, interrupted and shared calls, and a condition that is signalled once. */
public class Barging {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();
    static final Semaphore SEMAPHORE = new Semaphore(1);
    static volatile int seen;

    static void first() {
        try {
            LOCK.lockInterruptibly();
            try {
                seen = seen * 10 + (READY.await(1, TimeUnit.SECONDS) ? 1 : 2);
            } finally {
                LOCK.unlock();
            }
        } catch (InterruptedException e) {
            seen = seen * 10 + 3;
        }
    }

    static void second() {
        if (LOCK.tryLock()) {
            READY.signal();
            LOCK.unlock();
        }
        if (SEMAPHORE.tryAcquire()) {
            seen = seen * 10 + 4;
            SEMAPHORE.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Barging::first);
        Thread two = new Thread(Barging::second);
        one.start();
        two.start();
        SEMAPHORE.acquire();
        one.interrupt();
        SEMAPHORE.release();
        one.join();
        two.join();
        System.out.println(seen);
    }
}
