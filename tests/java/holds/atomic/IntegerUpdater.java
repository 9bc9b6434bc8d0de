import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A field that is updated in one step, by way of an updater. */
public class IntegerUpdater {
    static class Cell {
        volatile int value;
    }

    static final Cell CELL = new Cell();
    static final AtomicIntegerFieldUpdater<Cell> VALUE = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "value");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(IntegerUpdater::other);
        other.start();
        other();
        other.join();
        assert CELL.value == 2;
    }

    static void other() {
        VALUE.incrementAndGet(CELL);
    }
}
