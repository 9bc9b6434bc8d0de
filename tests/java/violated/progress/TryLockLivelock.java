//@ property: progress
//@ kind: progress
//@ options: --search dfs
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// Each takes its first lock, does not get the second, gives back the first, and tries again.
public class TryLockLivelock {
    static final Lock left = new ReentrantLock();
    static final Lock right = new ReentrantLock();

    static void both(Lock first, Lock second) {
        while (true) {
            if (first.tryLock()) {
                try {
                    if (second.tryLock()) { //~ progress
                        second.unlock();
                        return;
                    }
                } finally {
                    first.unlock();
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(left, right), "one").start();
        new Thread(() -> both(right, left), "two").start();
    }
}
