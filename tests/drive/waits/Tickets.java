import java.util.concurrent.locks.ReentrantLock;

/** A lock that is held until its ticket is closed. */
public class Tickets {
  private final ReentrantLock lock = new ReentrantLock();

  public AutoCloseable hold() {
    lock.lock();
    return lock::unlock;
  }

  public boolean isHeld() {
    return lock.isLocked();
  }
}
