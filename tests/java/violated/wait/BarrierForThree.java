//@ kind: deadlock
/** A barrier made by hand, that waits for a third thread which never comes. */
public class BarrierForThree {
    private final int parties;
    private int arrived;
    private int generation;

    BarrierForThree(int parties) {
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
            wait(); //~ deadlock
        }
    }

    static volatile int first;
    static volatile int second;

    public static void main(String[] args) throws InterruptedException {
        BarrierForThree barrier = new BarrierForThree(3);
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
            thread.join(); //~ deadlock
        }
    }
}
