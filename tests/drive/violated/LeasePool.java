import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;

/** A pool of connections; the permit for one that can't be made is lost. */
public class LeasePool {
  private final Semaphore permits = new Semaphore(1);
  private final ArrayDeque<String> idle = new ArrayDeque<>();
  private boolean isDown;

  public String query(String statement) throws InterruptedException {
    permits.acquire();
    String connection = connect();
    String result = connection + statement;
    synchronized (this) {
      idle.add(connection);
    }
    permits.release();
    return result;
  }

  private synchronized String connect() {
    if (isDown) throw new IllegalStateException("the server is down");
    String found = idle.poll();
    return found == null ? "c" : found;
  }

  public synchronized void serverFails() {
    isDown = true;
  }
}
