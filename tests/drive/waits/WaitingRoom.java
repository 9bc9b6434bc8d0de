/** Who waits is counted, so that what others see depends upon those who wait. */
public class WaitingRoom {
  private int waiting;
  private boolean isOpen;

  public synchronized void enter() throws InterruptedException {
    waiting++;
    while (!isOpen) wait();
    waiting--;
  }

  public synchronized int waiting() {
    return waiting;
  }

  public synchronized void open() {
    isOpen = true;
    notifyAll();
  }

  public synchronized void close() {
    isOpen = false;
  }
}
