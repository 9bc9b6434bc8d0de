import java.util.concurrent.locks.ReentrantLock;

/** N threads each increment a counter K times under a ReentrantLock; main joins them and asserts the
 *  sum. args[0] = N, args[1] = K. */
public class LockIncrements {
  static int counter;
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]), k = Integer.parseInt(args[1]);
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < k; j++) {
          lock.lock();
          try { counter++; } finally { lock.unlock(); }
        }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    assert counter == n * k;
  }
}
