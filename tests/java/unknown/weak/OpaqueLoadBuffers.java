import java.util.concurrent.atomic.AtomicInteger;

/** Load buffering: both stores may come before both loads, so that both see 1. */
public class OpaqueLoadBuffers {
    static final AtomicInteger X = new AtomicInteger();
    static final AtomicInteger Y = new AtomicInteger();
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            a = X.getOpaque();
            Y.setOpaque(1);
        });
        Thread two = new Thread(() -> {
            b = Y.getOpaque();
            X.setOpaque(1);
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert a + b < 2;
    }
}
