/** A box for one message: who fills it wakes all. */
public class Mailbox {
  private String message;

  public synchronized void put(String text) throws InterruptedException {
    while (message != null) wait();
    message = text == null ? "" : text;
    notifyAll();
  }

  public synchronized String take() throws InterruptedException {
    while (message == null) wait();
    String taken = message;
    message = null;
    notifyAll();
    return taken;
  }
}
