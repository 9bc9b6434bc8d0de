import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.*;

public class Cache {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> map = new HashMap<>();

    String get(String key) {
        lock.readLock().lock();
        try {
            String value = map.get(key);
            if (value == null) {
                lock.writeLock().lock();
                try {
                    value = key.toUpperCase();
                    map.put(key, value);
                } finally {
                    lock.writeLock().unlock();
                }
            }
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Cache cache = new Cache();
        Thread t = new Thread(() -> cache.get("a"));
        t.start();
        t.join();
        System.out.println(cache.get("a"));
    }
}
//@ says: waits for Cache.lock.writeLock(), locked for reading by itself
//@ says: Cache.java:14
//@ says: unlock the read lock before locking the write lock
