/** Who joins a thread gives its monitor back meanwhile, as often as it was entered. */
public class OwnsItsMonitor {
    static class Worker extends Thread {
        private int count;

        @Override
        public synchronized void run() {
            count++;
        }

        synchronized int count() {
            return count;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        synchronized (worker) {
            synchronized (worker) {
                worker.join();
                assert worker.count() == 1;
            }
            assert Thread.holdsLock(worker);
        }
        assert !Thread.holdsLock(worker);
    }
}
