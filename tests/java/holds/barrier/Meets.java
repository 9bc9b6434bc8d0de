import java.util.concurrent.CyclicBarrier;

/** Both see what the other wrote before the barrier. */
public class Meets {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    static int a;
    static int b;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Meets::other);
        other.start();
        a = 1;
        BARRIER.await();
        assert b == 1;
        other.join();

    }

    static void other() {
        try {
            b = 1;
            BARRIER.await();
            assert a == 1;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
