import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** An argument that is not the first is bound to a handle. */
public class ArgumentInTheMiddle {
    static int add(int a, int b) {
        return a + b;
    }

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = MethodHandles.lookup().findStatic(ArgumentInTheMiddle.class, "add", type);
        MethodHandle more = MethodHandles.insertArguments(add, 1, 5);
        assert (int) more.invokeExact(1) == 6;
    }
}
