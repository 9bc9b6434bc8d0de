/** The end of a thread wakes those who wait on its Thread, and can't come before they wait. */
public class WaitsForTheEnd {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> { });
        synchronized (worker) {
            worker.start();
            worker.wait();
        }
        assert !worker.isAlive();
    }
}
