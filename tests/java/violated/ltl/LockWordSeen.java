//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []LockWordSeen.lock.sync.state==0

import java.util.concurrent.locks.ReentrantLock;

/** A formula about the word of a lock of the library sees it taken. */
public class LockWordSeen {
    static final ReentrantLock lock = new ReentrantLock();

    static void work() {
        lock.lock(); //~ ltl
        lock.unlock();
    }

    public static void main(String[] args) {
        new Thread(LockWordSeen::work).start();
        new Thread(LockWordSeen::work).start();
    }
}
