import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A method handle made of others. */
public class HandleOfHandles {
    static int add(int a, int b) {
        return a + b;
    }

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = MethodHandles.lookup().findStatic(HandleOfHandles.class, "add", type);
        MethodHandle swapped = MethodHandles.permuteArguments(add, type, 1, 0);
        assert (int) swapped.invokeExact(1, 2) == 3;
    }
}
