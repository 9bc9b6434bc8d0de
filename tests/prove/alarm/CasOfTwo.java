//@ kind: race
import java.util.concurrent.atomic.AtomicBoolean;

/** The flag is given back too early. */
public class CasOfTwo {
    static final AtomicBoolean taken = new AtomicBoolean();
    static int value;

    static void add() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        taken.set(false);
        value++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(CasOfTwo::add).start();
        }
    }
}
