import java.util.concurrent.atomic.AtomicInteger;

/** A message passed by an opaque flag, through atomics that are made after the first start. */
public class OpaqueMessageLate {
    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {});
        first.start();
        AtomicInteger data = new AtomicInteger();
        AtomicInteger flag = new AtomicInteger();
        Thread writer = new Thread(() -> {
            data.setOpaque(1);
            flag.setOpaque(1);
        });
        writer.start();
        int ready = flag.getOpaque();
        int seen = data.getOpaque();
        assert ready == 0 || seen == 1;
        writer.join();
        first.join();
    }
}
