//@ property: deadlock,lock-order
import java.util.concurrent.locks.ReentrantLock;

/** Two orders, always under a third lock; and a tryLock the other way round. */
public class OrderUnderGate {
    static final Object GATE = new Object();
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static final ReentrantLock SPARE = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (GATE) {
                synchronized (LEFT) {
                    synchronized (RIGHT) {
                        Thread.onSpinWait();
                    }
                }
            }
            SPARE.lock();
            synchronized (LEFT) {
                Thread.onSpinWait();
            }
            SPARE.unlock();
        }).start();
        synchronized (GATE) {
            synchronized (RIGHT) {
                synchronized (LEFT) {
                    Thread.onSpinWait();
                }
            }
        }
        synchronized (LEFT) {
            if (SPARE.tryLock()) {
                SPARE.unlock();
            }
        }
    }
}
