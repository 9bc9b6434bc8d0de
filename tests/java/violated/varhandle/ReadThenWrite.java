//@ kind: assertion
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Volatile read and volatile write, but not one step. */
public class ReadThenWrite {
    static int count;
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(ReadThenWrite.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        int seen = (int) COUNT.getVolatile();
        COUNT.setVolatile(seen + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ReadThenWrite::add);
        other.start();
        add();
        other.join();
        assert count == 2; //~ assertion
    }
}
