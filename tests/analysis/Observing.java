/** Corbett's observers (figure 2) with one mutator: the subjects change hands when it starts. */
public class Observing {
  static class Subject {
    int state;
    Subject next;
    Watcher myObserver;

    Subject(int initialState) {
      state = initialState;
    }

    synchronized void setObserver(Watcher o) {
      myObserver = o;
    }

    synchronized void changeState(int newState) {
      state = newState;
      myObserver.changeNotification();
    }

    synchronized int queryState() {
      return state;
    }
  }

  static class Watcher {
    Subject subject;
    int cachedState;

    Watcher(Subject s) {
      subject = s;
      cachedState = subject.queryState();
      subject.setObserver(this);
    }

    synchronized void changeNotification() {
      int state = subject.queryState();
      if (state != cachedState) {
        cachedState = state;
      }
    }
  }

  static class Mutator implements Runnable {
    Subject subjectList;
    int newState;

    Mutator(Subject subjects, int state) {
      subjectList = subjects;
      newState = state;
    }

    public void run() {
      Subject s = subjectList;
      while (s != null) {
        s.changeState(newState);
        s = s.next;
      }
    }
  }

  public static void main(String[] args) {
    Subject first = null;
    for (int i = 0; i < 2; i++) {
      Subject s = new Subject(0);
      Watcher o = new Watcher(s);
      s.next = first;
      first = s;
    }
    new Thread(new Mutator(first, 1)).start();
  }
}
