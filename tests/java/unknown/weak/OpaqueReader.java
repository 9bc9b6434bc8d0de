import java.util.concurrent.atomic.AtomicInteger;

/** The writer releases, and the reader does not acquire: its loads may change places. */
public class OpaqueReader {
    static int data;
    static final AtomicInteger READY = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            READY.setRelease(1);
        });
        writer.start();
        while (READY.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        assert data == 42;
        writer.join();
    }
}
