import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Repaired. All hold the lock.
 */
public class TaskQueue {
  private final ConcurrentLinkedQueue<String> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean isShutDown;

  public synchronized boolean submit(String task) {
    if (isShutDown) return false;
    tasks.add(task);
    return true;
  }

  public synchronized List<String> shutDown() {
    isShutDown = true;
    List<String> rest = new ArrayList<>();
    for (String task = tasks.poll(); task != null; task = tasks.poll()) rest.add(task);
    return rest;
  }

  public synchronized int pending() {
    return tasks.size();
  }
}
