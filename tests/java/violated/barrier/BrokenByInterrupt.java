//@ kind: exception
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** An interrupt breaks the barrier for the other one too. */
public class BrokenByInterrupt {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(BrokenByInterrupt::other);
        other.start();
        other.interrupt();
        BARRIER.await(); //~ exception
        other.join();

    }

    static void other() {
        try {
            BARRIER.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            return;
        }
    }
}
