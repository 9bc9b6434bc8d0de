//@ kind: assertion
//@ property: assertion
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/** Another thread changes the target of a call site. */
public class MutableTarget {
    static int one() {
        return 1;
    }

    static int two() {
        return 2;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class);
        MutableCallSite site = new MutableCallSite(lookup.findStatic(MutableTarget.class, "one", type));
        MethodHandle two = lookup.findStatic(MutableTarget.class, "two", type);
        Thread thread = new Thread(() -> site.setTarget(two));
        thread.start();
        assert (int) site.getTarget().invokeExact() == 1; //~ assertion
        thread.join();
    }
}
