//@ kind: assertion
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** One thread goes by the updater, the other past it. */
public class LongUpdaterBypassed {
    static class Cell {
        volatile long value;
    }

    static final Cell CELL = new Cell();
    static final AtomicLongFieldUpdater<Cell> VALUE = AtomicLongFieldUpdater.newUpdater(Cell.class, "value");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LongUpdaterBypassed::other);
        other.start();
        CELL.value++;
        other.join();
        assert CELL.value == 2; //~ assertion
    }

    static void other() {
        VALUE.incrementAndGet(CELL);
    }
}
