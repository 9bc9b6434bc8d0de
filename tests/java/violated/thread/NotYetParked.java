//@ kind: assertion
import java.util.concurrent.locks.LockSupport;

/** A thread that has not come to park yet is runnable. */
public class NotYetParked {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LockSupport::park);
        other.start();
        Thread.State state = other.getState();
        LockSupport.unpark(other);
        assert state == Thread.State.WAITING; //~ assertion
        other.join();
    }
}
