import java.util.concurrent.atomic.AtomicLong;

/** Who reads two opaque counters may see the later one counted first. */
public class OpaqueCounters {
    static final AtomicLong BEGUN = new AtomicLong();
    static final AtomicLong ENDED = new AtomicLong();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            BEGUN.setOpaque(BEGUN.getOpaque() + 1);
            ENDED.setOpaque(ENDED.getOpaque() + 1);
        });
        worker.start();
        long ended = ENDED.getOpaque();
        long begun = BEGUN.getOpaque();
        assert ended <= begun;
        worker.join();
    }
}
