//@ kind: exception
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** signal() without the lock. */
public class SignalNotOwner {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        ready.signal(); //~ exception
    }
}
