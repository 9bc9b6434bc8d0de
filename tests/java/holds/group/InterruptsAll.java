/** A group interrupts its threads. */
public class InterruptsAll {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(group, () -> {
                try {
                    new Object().wait();
                } catch (IllegalMonitorStateException e) {
                    while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads[i].start();
        }
        group.interrupt();
        for (Thread thread : threads) thread.join();
    }
}
