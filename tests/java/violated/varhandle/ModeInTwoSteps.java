//@ kind: assertion
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

/** Reading and writing through method handles of a variable handle are two steps. */
public class ModeInTwoSteps {
    volatile int count;
    static final ModeInTwoSteps SHARED = new ModeInTwoSteps();
    static final MethodHandle GET;
    static final MethodHandle SET;

    static {
        try {
            VarHandle count = MethodHandles.lookup().findVarHandle(ModeInTwoSteps.class, "count", int.class);
            GET = count.toMethodHandle(AccessMode.GET_VOLATILE).bindTo(SHARED);
            SET = count.toMethodHandle(AccessMode.SET_VOLATILE).bindTo(SHARED);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void add() {
        try {
            SET.invokeExact((int) GET.invokeExact() + 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ModeInTwoSteps::add);
        other.start();
        add();
        other.join();
        assert SHARED.count == 2; //~ assertion
    }
}
