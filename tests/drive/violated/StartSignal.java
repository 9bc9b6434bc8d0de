import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** All may go when it is given, but one only is told. */
public class StartSignal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private boolean isGiven;

  public void await() throws InterruptedException {
    lock.lock();
    try {
      while (!isGiven) given.await();
    } finally {
      lock.unlock();
    }
  }

  public void give() {
    lock.lock();
    try {
      isGiven = true;
      given.signal();
    } finally {
      lock.unlock();
    }
  }

  public boolean isGiven() {
    lock.lock();
    try {
      return isGiven;
    } finally {
      lock.unlock();
    }
  }
}
