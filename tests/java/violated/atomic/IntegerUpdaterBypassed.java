//@ kind: assertion
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** One thread goes by the updater, the other past it. */
public class IntegerUpdaterBypassed {
    static class Cell {
        volatile int value;
    }

    static final Cell CELL = new Cell();
    static final AtomicIntegerFieldUpdater<Cell> VALUE = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "value");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(IntegerUpdaterBypassed::other);
        other.start();
        CELL.value++;
        other.join();
        assert CELL.value == 2; //~ assertion
    }

    static void other() {
        VALUE.incrementAndGet(CELL);
    }
}
