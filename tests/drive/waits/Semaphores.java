/** Permits, with one wake-up for each that is given back. */
public class Semaphores {
  private int permits;

  public Semaphores(int permits) {
    this.permits = permits;
  }

  public synchronized void acquire() throws InterruptedException {
    while (permits <= 0) wait();
    permits--;
  }

  public synchronized boolean tryAcquire() {
    if (permits <= 0) return false;
    permits--;
    return true;
  }

  public synchronized void release() {
    permits++;
    notify();
  }
}
