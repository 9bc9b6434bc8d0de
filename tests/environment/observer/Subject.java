/** What watchers look at. */
class Subject {
  private boolean changed;
  private final Buffer watchers = new Buffer();

  synchronized void add(Watcher watcher) {
    watchers.register(watcher);
  }

  synchronized void delete(Watcher watcher) {
    watchers.unregister(watcher);
  }

  synchronized void setChanged() {
    changed = true;
  }

  /** Tells a copy of the watchers, which may have been deleted in the meantime. */
  void tell() {
    Buffer copy = new Buffer();
    synchronized (this) {
      if (!changed) return;
      watchers.copy(copy);
      changed = false;
    }
    while (!copy.isEmpty()) {
      Watcher watcher = copy.removeFirst();
      if (watcher != null) watcher.update();
    }
  }

  /** The same, where nobody is deleted between the look and the call. */
  void tellSafely() {
    Buffer copy = new Buffer();
    synchronized (this) {
      if (!changed) return;
      watchers.copy(copy);
      changed = false;
    }
    while (!copy.isEmpty()) {
      Watcher watcher = copy.removeFirst();
      synchronized (this) {
        if (watcher != null && watcher.registered) watcher.update();
      }
    }
  }
}
