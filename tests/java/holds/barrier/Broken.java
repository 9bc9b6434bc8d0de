import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** A barrier that is reset lets its waiter go with an exception. */
public class Broken {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Broken::other);
        other.start();
        while (BARRIER.getNumberWaiting() == 0) Thread.yield();
        BARRIER.reset();
        other.join();

    }

    static void other() {
        try {
            BARRIER.await();
            assert false;
        } catch (BrokenBarrierException e) {
            assert !BARRIER.isBroken();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
