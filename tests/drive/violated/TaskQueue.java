import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Tasks are refused after shutdown, but one that has been let in may be put into a queue that is emptied already.
 */
public class TaskQueue {
  private final ConcurrentLinkedQueue<String> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean isShutDown;

  public boolean submit(String task) {
    if (isShutDown) return false;
    tasks.add(task);
    return true;
  }

  public List<String> shutDown() {
    isShutDown = true;
    List<String> rest = new ArrayList<>();
    for (String task = tasks.poll(); task != null; task = tasks.poll()) rest.add(task);
    return rest;
  }

  public int pending() {
    return tasks.size();
  }
}
