package srv;

/** Notes what happens; a report asks the sessions under the lock of the notes. */
public class Audit {
  private int notes;
  private final AccessLog log;
  private Sessions sessions;

  public Audit(AccessLog log) {
    this.log = log;
  }

  public void watch(Sessions sessions) {
    this.sessions = sessions;
  }

  public synchronized void note(String what, Session session) {
    notes++;
    log.write(what, session);
  }

  public synchronized String report() {
    log.flush();
    return notes + " " + sessions.open();
  }
}
