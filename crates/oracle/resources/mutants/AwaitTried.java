// kills: lazy not: call Await writes WaitSet
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A try to take the lock fails until its owner awaits a condition. */
public class AwaitTried {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();

    public static void main(String[] args) {
        Thread other = new Thread(() -> System.out.println(lock.tryLock()));
        lock.lock();
        other.start();
        condition.awaitUninterruptibly();
    }
}
