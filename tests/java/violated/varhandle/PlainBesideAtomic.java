//@ kind: race
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One thread uses the handle, the other the field itself. */
public class PlainBesideAtomic {
    static int count;

    public static void main(String[] args) throws ReflectiveOperationException {
        VarHandle handle =
            MethodHandles.lookup().findStaticVarHandle(PlainBesideAtomic.class, "count", int.class);
        Thread other = new Thread(() -> handle.getAndAdd(1)); //~ race
        other.start();
        count++; //~ race
    }
}
