import java.util.concurrent.SynchronousQueue;

/** Who gives meets who takes. */
public class HandOff {
  private final SynchronousQueue<String> queue = new SynchronousQueue<>();

  public void put(String item) throws InterruptedException {
    queue.put(item);
  }

  public String take() throws InterruptedException {
    return queue.take();
  }

  public boolean offer(String item) {
    return queue.offer(item);
  }

  public String poll() {
    return queue.poll();
  }
}
