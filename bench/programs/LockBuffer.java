import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** P producers and C consumers on a buffer of one cell over ReentrantLock and Condition; all loops
 *  are infinite. args[0] = P, args[1] = C. */
public class LockBuffer {
  static final class Buffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition full = lock.newCondition(), empty = lock.newCondition();
    private boolean used;

    void put() throws InterruptedException {
      lock.lock();
      try {
        while (used) empty.await();
        used = true;
        full.signal();
      } finally { lock.unlock(); }
    }

    void take() throws InterruptedException {
      lock.lock();
      try {
        while (!used) full.await();
        used = false;
        empty.signal();
      } finally { lock.unlock(); }
    }
  }

  static final class Worker extends Thread {
    private final Buffer buffer;
    private final boolean produces;
    Worker(Buffer buffer, boolean produces) { this.buffer = buffer; this.produces = produces; }
    @Override public void run() {
      try {
        while (true) {
          if (produces) buffer.put(); else buffer.take();
        }
      } catch (InterruptedException e) { throw new RuntimeException(e); }
    }
  }

  public static void main(String[] args) {
    Buffer b = new Buffer();
    for (int i = Integer.parseInt(args[0]); i > 0; i--) new Worker(b, true).start();
    for (int i = Integer.parseInt(args[1]); i > 0; i--) new Worker(b, false).start();
  }
}
