/**
 * Who waits for a permit looks once whether there is one: another may take it before he has the lock again.
 */
public class Permits {
  private int permits;

  public Permits(int permits) {
    this.permits = permits;
  }

  public synchronized int acquire() throws InterruptedException {
    if (permits == 0) wait();
    return --permits;
  }

  public synchronized void release() {
    permits++;
    notify();
  }
}
