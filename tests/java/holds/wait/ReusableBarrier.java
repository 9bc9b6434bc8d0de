/** A barrier made by hand, used twice. */
public class ReusableBarrier {
    private final int parties;
    private int arrived;
    private int generation;

    ReusableBarrier(int parties) {
        this.parties = parties;
    }

    synchronized void await() throws InterruptedException {
        int mine = generation;
        arrived++;
        if (arrived == parties) {
            arrived = 0;
            generation++;
            notifyAll();
            return;
        }
        while (mine == generation) {
            wait();
        }
    }

    static volatile int first;
    static volatile int second;

    public static void main(String[] args) throws InterruptedException {
        ReusableBarrier barrier = new ReusableBarrier(2);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    synchronized (barrier) {
                        first++;
                    }
                    barrier.await();
                    assert first == 2;
                    synchronized (barrier) {
                        second++;
                    }
                    barrier.await();
                    assert second == 2;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
