import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Of two threads that set a flag from false to true exactly one succeeds. */
public class OneWinner {
    static final AtomicBoolean TAKEN = new AtomicBoolean();
    static final AtomicInteger WINNERS = new AtomicInteger();

    static void run() {
        if (TAKEN.compareAndSet(false, true)) {
            WINNERS.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OneWinner::run);
        other.start();
        run();
        other.join();
        assert WINNERS.get() == 1;
    }
}
