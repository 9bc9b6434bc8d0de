//@ kind: non-termination
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread looks at a flag and waits for a latch, in turn, and nobody sets the one or releases the other. */
public class AwaitsAndLooks {
    static volatile int stage;
    static final CountDownLatch released = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        while (stage < 2 && !released.await(1, TimeUnit.DAYS)) { //~ non-termination
        }
    }
}
