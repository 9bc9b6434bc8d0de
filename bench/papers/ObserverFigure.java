/** Figure 2 of Corbett's paper as printed; args[0] = the number of mutators. Figure 8 shows the storage
 *  structure graphs of its main. */
public class ObserverFigure {
  static class Subject {
    int state;
    public Subject next;
    Observer myObserver;

    Subject(int initialState) { state = initialState; }

    synchronized void setObserver(Observer o) { myObserver = o; }

    synchronized void changeState(int newState) {
      state = newState;
      myObserver.changeNotification();
    }

    synchronized int queryState() { return state; }
  }

  static class Observer {
    Subject subject;
    int cachedState;

    Observer(Subject s) {
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

    @Override public void run() {
      Subject s = subjectList;
      while (s != null) {
        s.changeState(newState);
        s = s.next;
      }
    }
  }

  public static void main(String[] args) {
    int mutators = Integer.parseInt(args[0]);
    Subject first = null;
    for (int i = 0; i < 2; i++) {
      Subject s = new Subject(0);
      Observer o = new Observer(s);
      s.next = first;
      first = s;
    }
    for (int i = 0; i < mutators; i++)
      new Thread(new Mutator(first, 1)).start();
  }
}
