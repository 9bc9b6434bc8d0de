//@ kind: assertion
import java.util.concurrent.locks.LockSupport;

/** A thread that has been started is not yet parked. */
public class BlockerTooEarly {
    public static void main(String[] args) throws InterruptedException {
        Object reason = new Object();
        Thread parked = new Thread(() -> LockSupport.park(reason));
        parked.start();
        Object seen = LockSupport.getBlocker(parked);
        LockSupport.unpark(parked);
        assert seen == reason; //~ assertion
    }
}
