import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Atomic additions to an element of an int array. */
public class ArrayElement {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] CELLS = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> CELL.getAndAdd(CELLS, 1, 5));
        other.start();
        CELL.getAndAdd(CELLS, 1, 7);
        other.join();
        assert (int) CELL.getVolatile(CELLS, 1) == 12;
        assert CELLS[0] == 0;
    }
}
