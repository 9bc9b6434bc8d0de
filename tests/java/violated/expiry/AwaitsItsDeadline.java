//@ kind: assertion
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A thread awaits a condition that nobody else knows, until a deadline. */
public class AwaitsItsDeadline {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        long deadline = System.nanoTime() + 10_000_000;
        lock.lock();
        long left;
        while ((left = deadline - System.nanoTime()) > 0) {
            never.awaitNanos(left);
        }
        assert false; //~ assertion
    }
}
