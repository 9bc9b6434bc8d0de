import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

/** Adding is for numbers, bitwise updates are for whole numbers and truth, and final fields are only read. */
public class UnsupportedModes {
    volatile boolean truth;
    volatile float number;
    volatile String text;
    final int fixed = Integer.parseInt("1");
    static int refused;

    interface Access {
        void run() throws Throwable;
    }

    static void refuses(Access access) throws Throwable {
        try {
            access.run();
        } catch (UnsupportedOperationException e) {
            refused++;
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<?> here = UnsupportedModes.class;
        UnsupportedModes it = new UnsupportedModes();
        VarHandle truth = lookup.findVarHandle(here, "truth", boolean.class);
        VarHandle number = lookup.findVarHandle(here, "number", float.class);
        VarHandle text = lookup.findVarHandle(here, "text", String.class);
        VarHandle fixed = lookup.findVarHandle(here, "fixed", int.class);
        VarHandle floats = MethodHandles.arrayElementVarHandle(float[].class);
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        refuses(() -> { boolean old = (boolean) truth.getAndAdd(it, true); });
        refuses(() -> { float old = (float) number.getAndBitwiseOr(it, 1f); });
        refuses(() -> { String old = (String) text.getAndAdd(it, "x"); });
        refuses(() -> { String old = (String) text.getAndBitwiseXorAcquire(it, "x"); });
        refuses(() -> { float old = (float) floats.getAndBitwiseAnd(new float[1], 0, 1f); });
        refuses(() -> { String old = (String) strings.getAndAddRelease(new String[1], 0, "x"); });
        refuses(() -> fixed.set(it, 2));
        refuses(() -> { boolean done = fixed.compareAndSet(it, 1, 2); });
        refuses(() -> { int old = (int) fixed.getAndSet(it, 2); });
        // Before anything else is looked at.
        refuses(() -> { boolean old = (boolean) truth.getAndAdd((UnsupportedModes) null, true); });
        refuses(() -> { int old = (int) truth.getAndAdd("too many", 1, 2, 3); });
        assert refused == 11 : refused;
        assert (boolean) truth.getAndBitwiseOr(it, true) == false && it.truth;
        assert (float) number.getAndAdd(it, 2f) == 0f && it.number == 2f;
        assert !truth.isAccessModeSupported(AccessMode.GET_AND_ADD);
        assert truth.isAccessModeSupported(AccessMode.GET_AND_BITWISE_AND);
        assert !number.isAccessModeSupported(AccessMode.GET_AND_BITWISE_XOR_RELEASE);
        assert number.isAccessModeSupported(AccessMode.GET_AND_ADD_ACQUIRE);
        assert !text.isAccessModeSupported(AccessMode.GET_AND_ADD);
        assert text.isAccessModeSupported(AccessMode.WEAK_COMPARE_AND_SET_PLAIN);
        assert !fixed.isAccessModeSupported(AccessMode.SET);
        assert fixed.isAccessModeSupported(AccessMode.GET_OPAQUE);
    }
}
