import java.util.concurrent.atomic.AtomicBoolean;

/** An opaque flag orders nothing: who sees it may not see what was stored before it. */
public class OpaqueMessage {
    static int data;
    static final AtomicBoolean READY = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            READY.setOpaque(true);
        });
        writer.start();
        if (READY.getOpaque()) {
            assert data == 42;
        }
        writer.join();
    }
}
