/**
 * Repaired. He looks again after each wait.
 */
public class Permits {
  private int permits;

  public Permits(int permits) {
    this.permits = permits;
  }

  public synchronized int acquire() throws InterruptedException {
    while (permits == 0) wait();
    return --permits;
  }

  public synchronized void release() {
    permits++;
    notify();
  }
}
