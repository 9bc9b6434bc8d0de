//@ kind: assertion
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A cache whose map is safe, but not what is done with it: two threads load the same. */
public class LoadedTwice {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        AtomicInteger loads = new AtomicInteger();
        Runnable load = () -> {
            if (!map.containsKey("key")) {
                map.put("key", loads.incrementAndGet());
            }
        };
        Thread other = new Thread(load);
        other.start();
        load.run();
        other.join();
        assert loads.get() == 1; //~ assertion
    }
}
