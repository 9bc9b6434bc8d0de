//@ kind: deadlock
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An event loop that is stopped by a flag: it may be waiting for an event when the flag is set. */
public class LoopStoppedFromOutside {
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private volatile boolean stopped;

    void run() {
        try {
            while (!stopped) {
                events.take().run();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LoopStoppedFromOutside loop = new LoopStoppedFromOutside();
        Thread thread = new Thread(loop::run, "loop");
        thread.start();
        loop.stopped = true;
        thread.join(); //~ deadlock
    }
}
