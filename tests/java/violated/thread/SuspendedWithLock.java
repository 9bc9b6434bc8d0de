//@ jdk: 17
//@ kind: deadlock
/** A thread is suspended while it holds the lock that its suspender needs to go on. */
public class SuspendedWithLock {
    static final Object LOCK = new Object();

    static class Holder extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                assert Thread.holdsLock(LOCK);
            }
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Holder holder = new Holder();
        holder.start();
        holder.suspend();
        synchronized (LOCK) { //~ deadlock
            assert Thread.holdsLock(LOCK);
        }
        holder.resume();
        holder.join();
    }
}
