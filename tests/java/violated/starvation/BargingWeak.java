//@ property: starvation
//@ kind: starvation
//@ options: --fair weak --search dfs
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// The lock is free again and again, but not all the time: weak fairness does not give it to who waits.
public class BargingWeak {
    static final Lock lock = new ReentrantLock();

    static void work() {
        while (true) {
            lock.lock(); //~ starvation
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(BargingWeak::work, "one").start();
        new Thread(BargingWeak::work, "two").start();
    }
}
