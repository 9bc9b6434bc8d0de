import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** Opaque accesses with fences pass a message. */
public class FencedMessage {
    static int data;
    static final AtomicBoolean READY = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            VarHandle.releaseFence();
            READY.setOpaque(true);
        });
        writer.start();
        if (READY.getOpaque()) {
            VarHandle.acquireFence();
            assert data == 42;
        }
        writer.join();
    }
}
