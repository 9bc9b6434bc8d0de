import java.util.concurrent.atomic.AtomicBoolean;

/** A lock made of an atomic boolean. */
public class SpinLock {
    private final AtomicBoolean taken = new AtomicBoolean();
    private int value;

    void add(int amount) {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        try {
            value += amount;
        } finally {
            taken.set(false);
        }
    }

    public static void main(String[] args) {
        SpinLock cell = new SpinLock();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> cell.add(1)).start();
        }
    }
}
