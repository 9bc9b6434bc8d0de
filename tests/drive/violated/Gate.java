/**
 * Who comes to a gate looks whether it is open before it locks; if it is opened then, nobody wakes him.
 */
public class Gate {
  private volatile boolean isOpen;

  public void pass() throws InterruptedException {
    if (!isOpen) {
      synchronized (this) {
        wait();
      }
    }
  }

  public synchronized void open() {
    isOpen = true;
    notifyAll();
  }
}
