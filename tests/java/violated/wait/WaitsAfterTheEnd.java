//@ kind: deadlock
/** The thread may have ended before anybody waits on its Thread, and ends only once. */
public class WaitsAfterTheEnd {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> { });
        worker.start();
        synchronized (worker) {
            worker.wait(); //~ deadlock
        }
    }
}
