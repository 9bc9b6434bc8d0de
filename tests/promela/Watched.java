/** Subjects that call their observers while they are locked. `safe`: an observer is entered from its own
 *  subject only. `peek`: a thread enters an observer and then its subject. `share`: both subjects have
 *  one observer, and a thread enters that first. `swap`: subjects exchange their observers meanwhile.
 *  `wait`: a thread waits on a subject inside of its observer. */
public class Watched {
  static class Subject {
    int state;
    Observer observer;

    synchronized void change(int state) {
      this.state = state;
      observer.changed();
    }

    synchronized int state() {
      return state;
    }
  }

  static class Observer {
    Subject subject;
    int seen;

    synchronized void changed() {
      int state = subject.state();
      if (state != seen) seen = state;
    }
  }

  static final Subject[] SUBJECTS = new Subject[2];

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      SUBJECTS[i] = new Subject();
      SUBJECTS[i].observer = new Observer();
      SUBJECTS[i].observer.subject = SUBJECTS[i];
    }
    Subject first = SUBJECTS[0];
    Subject second = SUBJECTS[1];
    String how = args[0];
    if (how.equals("share")) second.observer = first.observer;
    Runnable change =
        () -> {
          for (Subject subject : SUBJECTS) subject.change(1);
        };
    Thread one = new Thread(change);
    Thread other =
        switch (how) {
          case "peek" -> new Thread(() -> first.observer.changed());
          case "share" -> new Thread(() -> second.observer.changed());
          case "swap" ->
              new Thread(
                  () -> {
                    Observer kept = first.observer;
                    first.observer = second.observer;
                    second.observer = kept;
                  });
          case "wait" ->
              new Thread(
                  () -> {
                    synchronized (first) {
                      synchronized (first.observer) {
                        try {
                          first.wait();
                        } catch (InterruptedException e) {
                          return;
                        }
                      }
                    }
                  });
          default -> new Thread(change);
        };
    one.start();
    other.start();
  }
}
