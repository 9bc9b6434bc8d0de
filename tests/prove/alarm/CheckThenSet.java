//@ kind: race
import java.util.concurrent.atomic.AtomicBoolean;

/** Two threads may both see that nobody has begun. */
public class CheckThenSet {
    static final AtomicBoolean begun = new AtomicBoolean();
    static int port;

    static void begin() {
        if (!begun.get()) {
            begun.set(true);
            port++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(CheckThenSet::begin).start();
        }
    }
}
