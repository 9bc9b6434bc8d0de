import java.util.concurrent.atomic.AtomicInteger;

/** A barrier that can be used again, because its sense turns each time. */
public class TurningSense {
    static final AtomicInteger missing = new AtomicInteger(2);
    static volatile boolean sense;
    static final ThreadLocal<Boolean> own = ThreadLocal.withInitial(() -> true);
    static final int[] rounds = new int[2];

    static void await() {
        boolean mine = own.get();
        if (missing.decrementAndGet() == 0) {
            missing.set(2);
            sense = mine;
        } else {
            while (sense != mine) Thread.onSpinWait();
        }
        own.set(!mine);
    }

    static void run(int me) {
        for (int round = 1; round <= 2; round++) {
            rounds[me] = round;
            await();
            assert rounds[1 - me] == round;
            await();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> run(1));
        thread.start();
        run(0);
        thread.join();
    }
}
