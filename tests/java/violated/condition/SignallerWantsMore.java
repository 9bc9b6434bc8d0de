//@ property: deadlock
//@ kind: deadlock

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who waits keeps another lock; who signals wants that one before it lets go of the first. The signal was
 * heard: this is a circle of two locks.
 */
public class SignallerWantsMore {
    static final ReentrantLock state = new ReentrantLock();
    static final ReentrantLock log = new ReentrantLock();
    static final Condition changed = state.newCondition();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            log.lock();
            state.lock();
            try {
                while (!ready) {
                    changed.await(); //~ deadlock
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                state.unlock();
                log.unlock();
            }
        }, "reader");
        reader.start();
        state.lock();
        try {
            ready = true;
            if (state.hasWaiters(changed)) {
                changed.signal();
                log.lock(); //~ deadlock
                log.unlock();
            }
        } finally {
            state.unlock();
        }
        reader.join();
    }
}
