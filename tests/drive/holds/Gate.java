/**
 * Repaired. He looks under the lock, and again after each wait.
 */
public class Gate {
  private volatile boolean isOpen;

  public void pass() throws InterruptedException {
    synchronized (this) {
      while (!isOpen) wait();
    }
  }

  public synchronized void open() {
    isOpen = true;
    notifyAll();
  }
}
