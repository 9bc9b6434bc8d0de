import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Repaired. Reads take the exclusive lock.
 */
public class LruCache<K, V> {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<K, V> map;

  public LruCache(int capacity) {
    map = new LinkedHashMap<>(4, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
      }
    };
  }

  public V get(K key) {
    lock.writeLock().lock();
    try {
      return map.get(key);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public void put(K key, V value) {
    lock.writeLock().lock();
    try {
      map.put(key, value);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public int size() {
    lock.readLock().lock();
    try {
      return map.size();
    } finally {
      lock.readLock().unlock();
    }
  }
}
