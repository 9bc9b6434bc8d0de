//@ kind: exception
//@ says: UnsupportedOperationException
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** There is no adding to a boolean. */
public class AddsToTruth {
    volatile boolean truth;

    public static void main(String[] args) throws Throwable {
        VarHandle truth = MethodHandles.lookup().findVarHandle(AddsToTruth.class, "truth", boolean.class);
        boolean old = (boolean) truth.getAndAdd(new AddsToTruth(), true); //~ exception
    }
}
