import java.util.concurrent.atomic.AtomicInteger;

/** Two readers see two stores in one order, since all of these accesses are volatile. */
public class VolatileReadersAgree {
    static final AtomicInteger x = new AtomicInteger();
    static final AtomicInteger y = new AtomicInteger();
    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> x.set(1));
        Thread two = new Thread(() -> y.set(1));
        Thread three = new Thread(() -> first = x.get() * 2 + y.get());
        Thread four = new Thread(() -> second = y.get() * 2 + x.get());
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
