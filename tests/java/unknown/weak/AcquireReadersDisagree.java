import java.util.concurrent.atomic.AtomicInteger;

/** Two readers may see two stores in different orders, unless all of these accesses are volatile. */
public class AcquireReadersDisagree {
    static final AtomicInteger x = new AtomicInteger();
    static final AtomicInteger y = new AtomicInteger();
    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> x.setRelease(1));
        Thread two = new Thread(() -> y.setRelease(1));
        Thread three = new Thread(() -> first = x.getAcquire() * 2 + y.getAcquire());
        Thread four = new Thread(() -> second = y.getAcquire() * 2 + x.getAcquire());
        one.start();
        two.start();
        three.start();
        four.start();
        one.join();
        two.join();
        three.join();
        four.join();
        assert first != 2 || second != 2;
    }
}
