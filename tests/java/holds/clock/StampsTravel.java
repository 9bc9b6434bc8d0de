import java.util.concurrent.atomic.AtomicLong;

/** Time stamps are known in fields, atomics, boxes, arrays and their copies. */
public class StampsTravel {
    static final AtomicLong LAST = new AtomicLong(System.nanoTime());
    static long since = System.currentTimeMillis();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LAST.set(System.nanoTime()));
        other.start();
        other.join();
        long[] box = {LAST.get(), 7};
        long[] copy = box.clone();
        System.arraycopy(box, 0, copy, 0, 2);
        Thread.sleep(5);
        Long boxed = copy[0];
        assert System.nanoTime() - boxed >= 5_000_000L;
        assert System.currentTimeMillis() - since >= 5;
        assert (System.nanoTime() - boxed) / 1e6 >= 5.0;
        assert LAST.addAndGet(1_000_000L) - System.nanoTime() <= -4_000_000L;
        assert copy[1] == 7;
    }
}
