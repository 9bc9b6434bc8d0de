//@ kind: assertion
import java.util.concurrent.atomic.AtomicLongArray;

/** Two atomic steps are not one. */
public class ArrayGetThenSet {
    static final AtomicLongArray LONGS = new AtomicLongArray(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ArrayGetThenSet::other);
        other.start();
        other();
        other.join();
        assert LONGS.get(0) == 2; //~ assertion
    }

    static void other() {
        LONGS.set(0, LONGS.get(0) + 1);
    }
}
