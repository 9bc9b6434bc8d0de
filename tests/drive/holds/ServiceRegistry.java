import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A registry that is mostly read: a name that is taken gives the lock back. */
public class ServiceRegistry {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, String> services = new HashMap<>();

  public void register(String name, String service) {
    lock.writeLock().lock();
    try {
      if (services.containsKey(name)) throw new IllegalStateException(name + " is taken");
      services.put(name, service);
    } finally {
      lock.writeLock().unlock();
    }
  }

  public String find(String name) {
    lock.readLock().lock();
    try {
      return services.get(name);
    } finally {
      lock.readLock().unlock();
    }
  }
}
