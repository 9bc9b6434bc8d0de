/** Who holds the lock of a Thread keeps others from starting it. */
public class NotStartedWhileLocked {
    public static void main(String[] args) {
        Thread worker = new Thread(() -> { });
        new Thread(worker::start).start();
        synchronized (worker) {
            boolean before = worker.isAlive();
            assert before || !worker.isAlive();
        }
    }
}
