//@ kind: assertion
import java.util.concurrent.locks.ReentrantLock;

/** A fair lock, but released between reading and writing. */
public class FairIsNotAtomic {
    static final ReentrantLock LOCK = new ReentrantLock(true);
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(FairIsNotAtomic::other);
        other.start();
        other();
        other.join();
        assert count == 2; //~ assertion
    }

    static void other() {
        LOCK.lock();
        int seen = count;
        LOCK.unlock();
        LOCK.lock();
        count = seen + 1;
        LOCK.unlock();
    }
}
