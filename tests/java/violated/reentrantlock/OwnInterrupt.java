//@ kind: assertion
import java.util.concurrent.locks.ReentrantLock;

/** A lock that was interrupted while it waited calls the thread's own interrupt again. */
public class OwnInterrupt {
    static final ReentrantLock lock = new ReentrantLock();
    static volatile int calls;

    static class Loud extends Thread {
        @Override
        public void run() {
            lock.lock();
            lock.unlock();
        }

        @Override
        public void interrupt() {
            calls++;
            super.interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Loud loud = new Loud();
        lock.lock();
        loud.start();
        loud.interrupt();
        lock.unlock();
        loud.join();
        assert calls == 1; //~ assertion
    }
}
