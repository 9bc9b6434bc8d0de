//@ kind: partial-deadlock
//@ property: deadlock
//@ options: --reduction all,-synchronizers
import java.util.concurrent.locks.ReentrantLock;

/** Two threads lock each other out while a third goes on for ever. */
public class CrossedBesideBeat {
    static final ReentrantLock LEFT = new ReentrantLock();
    static final ReentrantLock RIGHT = new ReentrantLock();
    static volatile boolean beat;

    static void both(ReentrantLock outer, ReentrantLock inner) {
        outer.lock();
        inner.lock(); //~ partial-deadlock
        inner.unlock();
        outer.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> both(LEFT, RIGHT)).start();
        new Thread(() -> both(RIGHT, LEFT)).start();
        while (true) {
            beat = !beat;
        }
    }
}
