import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;

/** What a cleaner is given to do is done once, whoever asks for it. */
public class CleansOnce {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger times = new AtomicInteger();
        Cleaner.Cleanable cleanable = Cleaner.create().register(new Object(), times::incrementAndGet);
        Thread thread = new Thread(cleanable::clean);
        thread.start();
        cleanable.clean();
        thread.join();
        assert times.get() == 1;
    }
}
