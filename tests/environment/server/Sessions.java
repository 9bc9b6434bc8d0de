package srv;

/** The sessions; who logs in is noted under their lock. */
public class Sessions {
  private final Session[] all = new Session[2];
  private int count;
  private final Audit audit;
  private final UserStore store;

  public Sessions(Audit audit, UserStore store) {
    this.audit = audit;
    this.store = store;
  }

  public synchronized Session login(String user) {
    if (!store.isKnown(user)) return null;
    Session session = new Session(user);
    if (count < all.length) all[count++] = session;
    audit.note("login", session);
    return session;
  }

  public synchronized int open() {
    int open = 0;
    for (int index = 0; index < count; index++) {
      if (all[index].isOpen()) open++;
    }
    return open;
  }
}
