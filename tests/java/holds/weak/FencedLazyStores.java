import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** Store buffering with a fence, and with a compareAndSet, between the lazy store and the load. */
public class FencedLazyStores {
    static final AtomicInteger X = new AtomicInteger();
    static final AtomicInteger Y = new AtomicInteger();
    static final AtomicInteger Z = new AtomicInteger();
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            X.lazySet(1);
            VarHandle.fullFence();
            a = Y.get();
        });
        Thread two = new Thread(() -> {
            Y.lazySet(1);
            Z.compareAndSet(0, 1);
            b = X.get();
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert a + b > 0;
    }
}
