// kills: lazy not: Exchange reads Slot
import java.util.concurrent.atomic.AtomicInteger;

/** A compare-and-set that fails would succeed after another thread's write. */
public class CompareFails {
    static final AtomicInteger a = new AtomicInteger();

    public static void main(String[] args) {
        Thread other = new Thread(() -> a.set(1));
        other.start();
        System.out.println(a.compareAndSet(1, 3));
    }
}
