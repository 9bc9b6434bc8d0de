/** One may go for each time that it is set, if it is not set back. */
public class AutoReset {
  private boolean isSet;

  public synchronized void await() throws InterruptedException {
    while (!isSet) wait();
    isSet = false;
  }

  public synchronized void set() {
    isSet = true;
    notify();
  }

  public synchronized void reset() {
    isSet = false;
  }
}
