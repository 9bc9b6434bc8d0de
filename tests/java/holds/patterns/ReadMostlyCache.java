import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A cache that reads under one lock and loads under the other, looking again in between. */
public class ReadMostlyCache {
    private final Map<String, Integer> map = new HashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int loads;

    int get(String key) {
        lock.readLock().lock();
        try {
            Integer value = map.get(key);
            if (value != null) {
                return value;
            }
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            return map.computeIfAbsent(key, it -> {
                loads++;
                return it.length();
            });
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadMostlyCache cache = new ReadMostlyCache();
        Thread other = new Thread(() -> {
            assert cache.get("abc") == 3;
        });
        other.start();
        assert cache.get("abc") == 3;
        other.join();
        assert cache.loads == 1;
    }
}
