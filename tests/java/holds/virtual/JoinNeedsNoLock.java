//@ jdk: 25

/** Neither the end of a virtual thread nor waiting for it needs the monitor of its Thread. */
public class JoinNeedsNoLock {
    public static void main(String[] args) throws Exception {
        Thread virtual = Thread.ofVirtual().unstarted(() -> {});
        Thread waiting = new Thread(() -> join(virtual, 0));
        synchronized (virtual) {
            waiting.start();
            virtual.start();
            waiting.join();
            virtual.join(1000);
        }
        assert virtual.join(java.time.Duration.ofMillis(5)) && !virtual.isAlive();
    }

    static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
