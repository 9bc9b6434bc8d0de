//@ kind: race
import java.util.concurrent.atomic.AtomicReference;

/** What is published is changed afterwards. */
public class StaleCas {
    static class Box {
        int value;
    }

    static final AtomicReference<Box> shared = new AtomicReference<>();

    static void publish() {
        Box box = new Box();
        if (!shared.compareAndSet(null, box)) {
            box = shared.get();
        }
        box.value++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(StaleCas::publish).start();
        }
    }
}
