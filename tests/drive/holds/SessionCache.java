import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The sessions that were used last; who asks for one that is not there gives the lock back. */
public class SessionCache {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, String> sessions =
      new LinkedHashMap<>(4, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > 2;
        }
      };

  public void put(String key, String session) {
    lock.lock();
    try {
      sessions.put(key, session);
    } finally {
      lock.unlock();
    }
  }

  public String get(String key) {
    lock.lock();
    String session = sessions.get(key);
    lock.unlock();
    return session;
  }
}
