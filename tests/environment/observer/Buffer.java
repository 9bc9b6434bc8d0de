import java.util.Vector;

/** The watchers of a subject, on the library's vector. */
class Buffer extends Vector<Watcher> {
  boolean register(Watcher watcher) {
    watcher.attempts++;
    if (!contains(watcher)) {
      watcher.registered = true;
      addElement(watcher);
      return true;
    }
    watcher.aborts++;
    return false;
  }

  boolean unregister(Watcher watcher) {
    if (removeElement(watcher)) {
      watcher.registered = false;
      return true;
    }
    return false;
  }

  Watcher removeFirst() {
    Watcher first = elementAt(0);
    removeElementAt(0);
    return first;
  }

  void copy(Buffer to) {
    to.addAll(this);
  }
}
