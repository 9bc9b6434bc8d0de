import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicMarkableReference;

/** Each kind of atomic changes in one step. */
public class AllKinds {
    static final AtomicInteger INT = new AtomicInteger();
    static final AtomicLong LONG = new AtomicLong();
    static final AtomicBoolean FLAG = new AtomicBoolean();
    static final AtomicReference<String> TEXT = new AtomicReference<>("");
    static final AtomicIntegerArray INTS = new AtomicIntegerArray(2);
    static final AtomicLongArray LONGS = new AtomicLongArray(2);
    static final AtomicReferenceArray<String> TEXTS = new AtomicReferenceArray<>(1);
    static final AtomicMarkableReference<String> MARKED = new AtomicMarkableReference<>("m", false);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(AllKinds::other);
        other.start();
        other();
        other.join();
        assert INT.get() == 2 && LONG.get() == 4 && FLAG.get();
        assert TEXT.get().equals("xx") && INTS.get(1) == 2 && LONGS.get(1) == 6;
        assert TEXTS.get(0).equals("t") && MARKED.isMarked();
    }

    static void other() {
        INT.updateAndGet(x -> x + 1);
        LONG.getAndAdd(2);
        FLAG.set(true);
        TEXT.accumulateAndGet("x", String::concat);
        INTS.getAndIncrement(1);
        LONGS.accumulateAndGet(1, 3, Long::sum);
        TEXTS.compareAndSet(0, null, "t");
        MARKED.attemptMark("m", true);
    }
}
