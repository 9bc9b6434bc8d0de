//@ property: progress
//@ options: --search dfs
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class OneOrderOfLocks {
    static final Lock left = new ReentrantLock();
    static final Lock right = new ReentrantLock();

    static void both(Lock first, Lock second) {
        while (true) {
            if (first.tryLock()) {
                try {
                    if (second.tryLock()) {
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
        new Thread(() -> both(left, right), "two").start();
    }
}
