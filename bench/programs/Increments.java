/** N threads each increment a counter K times under a lock; main joins them and asserts the sum.
 *  args[0] = N, args[1] = K. */
public class Increments {
  static int counter;
  static final Object lock = new Object();

  public static void main(String[] args) throws InterruptedException {
    int n = Integer.parseInt(args[0]), k = Integer.parseInt(args[1]);
    Thread[] threads = new Thread[n];
    for (int i = 0; i < n; i++) {
      threads[i] = new Thread(() -> {
        for (int j = 0; j < k; j++) synchronized (lock) { counter++; }
      });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    assert counter == n * k;
  }
}
