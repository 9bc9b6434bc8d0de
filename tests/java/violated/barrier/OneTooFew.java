//@ kind: deadlock
import java.util.concurrent.CyclicBarrier;

/** The barrier waits for three, and there are two. */
public class OneTooFew {
    static final CyclicBarrier BARRIER = new CyclicBarrier(3);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(OneTooFew::other);
        other.start();
        BARRIER.await(); //~ deadlock
        other.join();

    }

    static void other() {
        try {
            BARRIER.await(); //~ deadlock
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
