import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Method handles. */
public class Handles {
    static int twice(int x) {
        return 2 * x;
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        p((String) concat.invokeExact("a", "b"));
        MethodHandle twice = lookup.findStatic(Handles.class, "twice", MethodType.methodType(int.class, int.class));
        p((int) twice.invokeExact(21) + " " + twice.type());
        MethodHandle make = lookup.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class));
        p(make.invoke("x") + " " + concat.bindTo("pre").invoke("fix"));
        VarHandle cell = MethodHandles.arrayElementVarHandle(long[].class);
        long[] longs = new long[2];
        cell.set(longs, 1, 5L);
        p((long) cell.getAndAdd(longs, 1, 3L) + " " + longs[1] + " " + cell.compareAndSet(longs, 1, 8L, 1L) + longs[1]);
    }
}
