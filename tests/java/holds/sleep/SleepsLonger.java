/** One sleeps twice as long as the other, which is no way to order threads, but nothing has to go wrong. */
public class SleepsLonger {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                return;
            }
            ready = true;
        });
        worker.start();
        Thread.sleep(20);
        assert ready;
        worker.join();
    }
}
