package srv;

/** A user's session. */
public class Session {
  final String user;
  private boolean isOpen = true;

  public Session(String user) {
    this.user = user;
  }

  public synchronized void close() {
    isOpen = false;
  }

  public synchronized boolean isOpen() {
    return isOpen;
  }
}
