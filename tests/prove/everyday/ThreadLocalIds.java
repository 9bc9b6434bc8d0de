//@ open: ThreadLocal
import java.util.concurrent.atomic.AtomicInteger;

/** Each thread has a number of its own. */
public class ThreadLocalIds {
    private static final AtomicInteger next = new AtomicInteger();
    private static final ThreadLocal<Integer> id = ThreadLocal.withInitial(next::getAndIncrement);

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> System.out.println("I am " + id.get())).start();
        }
    }
}
