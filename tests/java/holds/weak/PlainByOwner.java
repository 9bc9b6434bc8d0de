import java.util.concurrent.atomic.AtomicInteger;

/** One thread counts, and reads its own count by a plain mode; others read what it has released. */
public class PlainByOwner {
    static final AtomicInteger count = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread counter = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                count.setRelease(count.getPlain() + 1);
            }
        });
        counter.start();
        int seen = count.getAcquire();
        counter.join();
        assert seen <= 2 && count.getPlain() == 2;
    }
}
