import java.util.concurrent.locks.*;
public class Readiness {
    static final Lock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();
    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            lock.lock();
            try { ready.await(); System.out.println("ready"); }
            catch (InterruptedException e) {}
            finally { lock.unlock(); }
        }, "waiter");
        waiter.start();
        lock.lock();
        try { ready.signalAll(); } finally { lock.unlock(); }
        waiter.join();
    }
}
//@ says: waiter waits in Readiness.ready.await(), and nobody will wake it
//@ says: main notified at Readiness.java:14, when nobody waited
//@ says: with the lock held: while (!condition) await();
