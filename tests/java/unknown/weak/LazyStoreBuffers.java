import java.util.concurrent.atomic.AtomicInteger;

/** Store buffering: on a JVM both loads may come before both lazy stores, so that both see 0. */
public class LazyStoreBuffers {
    static final AtomicInteger X = new AtomicInteger();
    static final AtomicInteger Y = new AtomicInteger();
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            X.lazySet(1);
            a = Y.get();
        });
        Thread two = new Thread(() -> {
            Y.lazySet(1);
            b = X.get();
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert a + b > 0;
    }
}
