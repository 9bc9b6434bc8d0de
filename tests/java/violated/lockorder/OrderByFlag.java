//@ property: deadlock,lock-order
//@ kind: lock-order
import java.util.concurrent.locks.ReentrantLock;

/** A flag keeps the two apart today. */
public class OrderByFlag {
    static final ReentrantLock LEFT = new ReentrantLock();
    static final ReentrantLock RIGHT = new ReentrantLock();
    static volatile boolean done;

    static void both(ReentrantLock outer, ReentrantLock inner) {
        outer.lock();
        try {
            inner.lock(); //~ lock-order
            inner.unlock();
        } finally {
            outer.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            both(LEFT, RIGHT);
            done = true;
        }).start();
        if (done) {
            both(RIGHT, LEFT);
        }
    }
}
