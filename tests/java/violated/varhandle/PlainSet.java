//@ kind: race
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** set() and get() of a VarHandle are plain accesses. */
public class PlainSet {
    static int value;

    public static void main(String[] args) throws ReflectiveOperationException {
        VarHandle handle =
            MethodHandles.lookup().findStaticVarHandle(PlainSet.class, "value", int.class);
        Thread writer = new Thread(() -> handle.set(42)); //~ race
        writer.start();
        int seen = (int) handle.get(); //~ race
        assert seen == 0 || seen == 42;
    }
}
