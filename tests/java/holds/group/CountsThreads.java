/** Threads are in their group from their start to their end. */
public class CountsThreads {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        Object gate = new Object();
        Thread thread = new Thread(inner, () -> {
            synchronized (gate) {
                assert inner.activeCount() == 1;
            }
        });
        synchronized (gate) {
            assert outer.activeCount() == 0;
            thread.start();
            assert outer.activeCount() == 1 && inner.activeCount() == 1;
            Thread[] all = new Thread[2];
            assert outer.enumerate(all) == 1 && all[0] == thread;
            assert outer.enumerate(all, false) == 0;
        }
        thread.join();
        assert outer.activeCount() == 0;
    }
}
