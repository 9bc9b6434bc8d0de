//@ kind: assertion
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicInteger;

/** Both look, and then both set. */
public class ReferenceUpdaterLooksFirst {
    static class Cell {
        volatile String value;
    }

    static final Cell CELL = new Cell();
    static final AtomicInteger WINS = new AtomicInteger();
    static final AtomicReferenceFieldUpdater<Cell, String> VALUE =
            AtomicReferenceFieldUpdater.newUpdater(Cell.class, String.class, "value");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ReferenceUpdaterLooksFirst::other);
        other.start();
        other();
        other.join();
        assert WINS.get() == 1; //~ assertion
    }

    static void other() {
        if (VALUE.get(CELL) == null) {
            VALUE.set(CELL, "x");
            WINS.incrementAndGet();
        }
    }
}
