//@ kind: exception
import java.lang.reflect.Method;

/** What the invoked method throws comes out wrapped, and nobody catches it. */
public class TargetThrows {
    public static int divide(int by) {
        return 1 / by;
    }

    public static void main(String[] args) throws Exception {
        Method divide = TargetThrows.class.getMethod("divide", int.class);
        divide.invoke(null, 0); //~ exception
    }
}
