import java.util.concurrent.atomic.AtomicBoolean;

/** A flag is looked at by a plain mode: a JVM may look once and go round for ever. */
public class PlainlyReadFlag {
    static final AtomicBoolean stop = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!stop.getPlain()) {
                Thread.onSpinWait();
            }
        });
        worker.start();
        stop.set(true);
        worker.join();
    }
}
