import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A producer and C consumers, who take one item each, on a buffer of two cells over a ReentrantLock
 *  and two Conditions; main asserts that every item came through. args[0] = C. */
public class ConditionBuffer {
  static final class Buffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition(), notEmpty = lock.newCondition();
    private final int[] items = new int[2];
    private int count, put, take;

    void put(int item) throws InterruptedException {
      lock.lock();
      try {
        while (count == items.length) notFull.await();
        items[put] = item;
        put = (put + 1) % items.length;
        count++;
        notEmpty.signal();
      } finally { lock.unlock(); }
    }

    int take() throws InterruptedException {
      lock.lock();
      try {
        while (count == 0) notEmpty.await();
        int item = items[take];
        take = (take + 1) % items.length;
        count--;
        notFull.signal();
        return item;
      } finally { lock.unlock(); }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int consumers = Integer.parseInt(args[0]);
    Buffer buffer = new Buffer();
    int[] taken = new int[consumers];
    Thread[] threads = new Thread[consumers];
    for (int i = 0; i < consumers; i++) {
      int number = i;
      threads[i] = new Thread(() -> {
        try { taken[number] = buffer.take(); } catch (InterruptedException e) { throw new RuntimeException(e); }
      });
      threads[i].start();
    }
    for (int item = 1; item <= consumers; item++) buffer.put(item);
    int sum = 0;
    for (int i = 0; i < consumers; i++) {
      threads[i].join();
      sum += taken[i];
    }
    assert sum == consumers * (consumers + 1) / 2;
  }
}
