import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Settings that are read often and written now and then. */
public class ConfigStore {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> settings = new HashMap<>();

    String get(String key) {
        lock.readLock().lock();
        try {
            return settings.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    void put(String key, String value) {
        lock.writeLock().lock();
        try {
            settings.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        ConfigStore store = new ConfigStore();
        for (int i = 0; i < 4; i++) {
            int number = i;
            new Thread(() -> store.put("key" + number, "value")).start();
            new Thread(() -> System.out.println(store.get("key" + number))).start();
        }
    }
}
