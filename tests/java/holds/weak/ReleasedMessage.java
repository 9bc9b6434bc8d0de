import java.util.concurrent.atomic.AtomicBoolean;

/** A release store and an acquire load pass a message. */
public class ReleasedMessage {
    static int data;
    static final AtomicBoolean READY = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            READY.setRelease(true);
        });
        writer.start();
        if (READY.getAcquire()) {
            assert data == 42;
        }
        writer.join();
        assert READY.getPlain();
    }
}
