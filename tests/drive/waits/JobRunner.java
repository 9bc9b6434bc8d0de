import java.util.ArrayDeque;

/** Who runs a job waits for one; one that fails is gone, and no lock with it. */
public class JobRunner {
  private final ArrayDeque<String> jobs = new ArrayDeque<>();

  public synchronized void submit(String job) {
    jobs.add(String.valueOf(job));
    notifyAll();
  }

  public synchronized int run() throws InterruptedException {
    while (jobs.isEmpty()) wait();
    return Integer.parseInt(jobs.poll());
  }
}
