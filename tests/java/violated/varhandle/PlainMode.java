//@ kind: race
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A plain write by way of a handle races with a volatile read. */
public class PlainMode {
    static int count;
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(PlainMode.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PlainMode::other);
        other.start();
        int seen = (int) COUNT.getVolatile(); //~ race
        assert seen < 2;
        other.join();

    }

    static void other() {
        COUNT.set(1); //~ race
    }
}
