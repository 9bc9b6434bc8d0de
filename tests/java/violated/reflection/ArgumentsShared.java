//@ kind: assertion
//@ property: deadlock,exception,assertion
import java.lang.reflect.Method;

/** The arguments of a reflective call are read from an array that another thread may write. */
public class ArgumentsShared {
    static final Object[] arguments = {1, 2};

    static int add(int a, int b) {
        return a + b;
    }

    public static void main(String[] args) throws Exception {
        Method add = ArgumentsShared.class.getDeclaredMethod("add", int.class, int.class);
        new Thread(() -> arguments[1] = 3).start();
        Object sum = add.invoke(null, arguments);
        assert sum.equals(3); //~ assertion
    }
}
