//@ kind: assertion
/** A semaphore made by hand lets two threads in where one is expected. */
public class SemaphoreForTwo {
    private int permits;

    SemaphoreForTwo(int permits) {
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
        private final SemaphoreForTwo semaphore;

        Worker(SemaphoreForTwo semaphore) {
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
        SemaphoreForTwo semaphore = new SemaphoreForTwo(2);
        Worker[] workers = new Worker[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(semaphore);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        assert most == 1; //~ assertion
    }
}
