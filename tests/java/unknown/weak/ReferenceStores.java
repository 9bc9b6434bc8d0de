import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Store buffering over a weak store that a method reference makes. */
public class ReferenceStores {
    static final AtomicInteger x = new AtomicInteger();
    static final AtomicInteger y = new AtomicInteger();
    static volatile int seen;

    public static void main(String[] args) throws InterruptedException {
        IntConsumer store = x::lazySet;
        Thread other = new Thread(() -> {
            y.set(1);
            seen = x.get();
        });
        other.start();
        store.accept(1);
        int own = y.get();
        other.join();
        assert own + seen > 0;
    }
}
