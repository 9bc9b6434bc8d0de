import java.util.concurrent.locks.LockSupport;

/** Who is parked tells what for, and no longer when it goes on. */
public class BlockerIsSeen {
    public static void main(String[] args) throws InterruptedException {
        Object reason = new Object();
        Thread parked = new Thread(() -> LockSupport.park(reason));
        parked.start();
        while (parked.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        assert LockSupport.getBlocker(parked) == reason;
        LockSupport.unpark(parked);
        parked.join();
        assert LockSupport.getBlocker(parked) == null;
    }
}
