//@ property: starvation
//@ options: --fair weak --search dfs
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A fair lock goes to who waits longest: it is enough that threads that can run all the time are run.
public class FairLockWeak {
    static final Lock lock = new ReentrantLock(true);

    static void work() {
        while (true) {
            lock.lock();
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(FairLockWeak::work, "one").start();
        new Thread(FairLockWeak::work, "two").start();
    }
}
