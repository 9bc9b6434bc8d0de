import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A static counted by way of a handle. */
public class StaticField {
    static int count;
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(StaticField.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(StaticField::other);
        other.start();
        other();
        other.join();
        assert (int) COUNT.getVolatile() == 2;
    }

    static void other() {
        COUNT.getAndAdd(1);
    }
}
