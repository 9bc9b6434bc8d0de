import java.util.concurrent.Semaphore;

/** A semaphore without permits as a signal: it remembers a release that comes first. */
public class Signal {
    static final Semaphore DONE = new Semaphore(0);
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            result = 42;
            DONE.release();
        });
        worker.start();
        DONE.acquire();
        assert result == 42;
    }
}
