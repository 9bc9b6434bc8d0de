import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A cache on a map in the order of access, whose reads take a shared lock only: a read moves its entry.
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
    lock.readLock().lock();
    try {
      return map.get(key);
    } finally {
      lock.readLock().unlock();
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
