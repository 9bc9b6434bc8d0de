import java.util.concurrent.locks.ReentrantLock;

/** A class that offers a lock: who locks it keeps it on purpose. */
public class LockApi {
  private final ReentrantLock lock = new ReentrantLock();

  public void lock() {
    lock.lock();
  }

  public boolean tryLock() {
    return lock.tryLock();
  }

  public void unlock() {
    lock.unlock();
  }
}
