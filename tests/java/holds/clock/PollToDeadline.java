/** A loop that polls until a deadline has finitely many states, and ends. */
public class PollToDeadline {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        long deadline = System.currentTimeMillis() + 20;
        while (!done && System.currentTimeMillis() < deadline) {
            Thread.sleep(1);
        }
        worker.join();
        assert done;
    }
}
