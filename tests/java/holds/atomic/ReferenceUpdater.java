import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicInteger;

/** One of two wins, by way of an updater. */
public class ReferenceUpdater {
    static class Cell {
        volatile String value;
    }

    static final Cell CELL = new Cell();
    static final AtomicInteger WINS = new AtomicInteger();
    static final AtomicReferenceFieldUpdater<Cell, String> VALUE =
            AtomicReferenceFieldUpdater.newUpdater(Cell.class, String.class, "value");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ReferenceUpdater::other);
        other.start();
        other();
        other.join();
        assert WINS.get() == 1;
    }

    static void other() {
        if (VALUE.compareAndSet(CELL, null, "x")) WINS.incrementAndGet();
    }
}
