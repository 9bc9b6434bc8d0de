import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The reader acquires, and the writer does not release: its stores may change places. */
public class OpaqueWriter {
    private static boolean ready;
    private static int data;
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(OpaqueWriter.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            READY.setOpaque(true);
        });
        writer.start();
        if ((boolean) READY.getAcquire()) {
            assert data == 42;
        }
        writer.join();
    }
}
