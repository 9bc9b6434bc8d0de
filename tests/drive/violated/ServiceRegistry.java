import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A registry that is mostly read: a name that is taken leaves the lock with whoever registers it. */
public class ServiceRegistry {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, String> services = new HashMap<>();

  public void register(String name, String service) {
    lock.writeLock().lock();
    if (services.containsKey(name)) throw new IllegalStateException(name + " is taken");
    services.put(name, service);
    lock.writeLock().unlock();
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
