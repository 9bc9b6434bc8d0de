/** A semaphore made by hand lets one thread in at a time. */
public class SemaphoreByHand {
    private int permits;

    SemaphoreByHand(int permits) {
        this.permits = permits;
    }

    synchronized void acquire() throws InterruptedException {
        while (permits == 0) {
            wait();
        }
        permits--;
    }

    synchronized void release() {
        permits++;
        notify();
    }

    private static int inside;
    private static int most;

    static synchronized void enter() {
        inside++;
        most = Math.max(most, inside);
    }

    static synchronized void leave() {
        inside--;
    }

    static class Worker extends Thread {
        private final SemaphoreByHand semaphore;

        Worker(SemaphoreByHand semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void run() {
            try {
                semaphore.acquire();
                try {
                    enter();
                    leave();
                } finally {
                    semaphore.release();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SemaphoreByHand semaphore = new SemaphoreByHand(1);
        Worker[] workers = new Worker[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(semaphore);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        assert most == 1;
    }
}
