import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A release write publishes what came before it to an acquire read that sees it. */
public class AcquireRelease {
    static int value;
    static boolean ready;
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup()
                .findStaticVarHandle(AcquireRelease.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            value = 42;
            READY.setRelease(true);
        });
        writer.start();
        if ((boolean) READY.getAcquire()) {
            assert value == 42;
        }
    }
}
