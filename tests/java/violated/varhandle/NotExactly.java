//@ kind: exception
//@ says: WrongMethodTypeException
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A handle that asks for exact types does not take a short for an int. */
public class NotExactly {
    volatile int number;

    public static void main(String[] args) throws Throwable {
        VarHandle number = MethodHandles.lookup().findVarHandle(NotExactly.class, "number", int.class);
        VarHandle exact = number.withInvokeExactBehavior();
        number.set(new NotExactly(), (short) 3);
        exact.set(new NotExactly(), (short) 3); //~ exception
    }
}
