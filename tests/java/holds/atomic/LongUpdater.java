import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** A field that is updated in one step, by way of an updater. */
public class LongUpdater {
    static class Cell {
        volatile long value;
    }

    static final Cell CELL = new Cell();
    static final AtomicLongFieldUpdater<Cell> VALUE = AtomicLongFieldUpdater.newUpdater(Cell.class, "value");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LongUpdater::other);
        other.start();
        other();
        other.join();
        assert CELL.value == 2;
    }

    static void other() {
        VALUE.incrementAndGet(CELL);
    }
}
