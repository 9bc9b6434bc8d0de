//@ kind: deadlock
/** A thread can't end, and not be joined, while another one keeps its monitor. */
public class MonitorTaken {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> { });
        Thread keeper = new Thread(() -> {
            synchronized (worker) {
                try {
                    Thread.currentThread().join(); //~ deadlock
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        worker.start();
        keeper.start();
        worker.join(); //~ deadlock
    }
}
