import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VolatileCallSite;

/** The target of a volatile call site is the old one or the new one. */
public class VolatileTarget {
    static int one() {
        return 1;
    }

    static int two() {
        return 2;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class);
        VolatileCallSite site = new VolatileCallSite(lookup.findStatic(VolatileTarget.class, "one", type));
        MethodHandle two = lookup.findStatic(VolatileTarget.class, "two", type);
        Thread thread = new Thread(() -> site.setTarget(two));
        thread.start();
        int first = (int) site.getTarget().invokeExact();
        int second = (int) site.getTarget().invokeExact();
        assert first == 1 || first == 2 && second == 2;
        thread.join();
        assert site.getTarget() == two;
    }
}
