import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/** Plain and opaque accesses of atomics, and elements of an atomic array, are weak too. */
public class PlainAndOpaque {
    static final AtomicIntegerArray FLAGS = new AtomicIntegerArray(2);
    static final AtomicReference<String> NAME = new AtomicReference<>("none");

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            NAME.setPlain("other");
            FLAGS.getOpaque(1);
        });
        other.start();
        FLAGS.setOpaque(1, 1);
        NAME.getPlain();
        other.join();
    }
}
