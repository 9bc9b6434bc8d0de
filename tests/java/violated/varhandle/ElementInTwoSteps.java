//@ kind: assertion
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Two steps on an element of an array are not one. */
public class ElementInTwoSteps {
    static final int[] CELLS = new int[2];
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ElementInTwoSteps::other);
        other.start();
        other();
        other.join();
        assert (int) CELL.getVolatile(CELLS, 1) == 2; //~ assertion
    }

    static void other() {
        CELL.setVolatile(CELLS, 1, (int) CELL.getVolatile(CELLS, 1) + 1);
    }
}
