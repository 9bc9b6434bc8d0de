import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An event loop: what is posted is run in order by one thread, which is stopped by an event, too. */
public class OnlyLoop {
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private boolean stopped;

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
        OnlyLoop loop = new OnlyLoop();
        List<Integer> log = new ArrayList<>();
        Thread thread = new Thread(loop::run, "loop");
        thread.start();
        loop.events.add(() -> log.add(1));
        loop.events.add(() -> loop.stopped = true);
        thread.join();
        assert log.equals(List.of(1));
    }
}
