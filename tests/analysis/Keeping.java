/** What must not be claimed: a giver that keeps using what it gave, two subjects with one watcher,
 *  requests that a static field keeps, and a lock that is replaced. */
public class Keeping {
  static class Cell {
    int value;
  }

  static class Reader implements Runnable {
    final Cell cell;

    Reader(Cell cell) {
      this.cell = cell;
    }

    public void run() {
      cell.value++;
    }
  }

  static class Watcher {
    int seen;

    synchronized void see(int value) {
      seen = value;
    }
  }

  static class Subject {
    Watcher watcher;

    Subject(Watcher watcher) {
      this.watcher = watcher;
    }

    synchronized void change(int value) {
      watcher.see(value);
    }
  }

  static class Changer implements Runnable {
    final Subject subject;

    Changer(Subject subject) {
      this.subject = subject;
    }

    public void run() {
      subject.change(1);
    }
  }

  static class Request implements Runnable {
    static Request latest;
    int answer;

    public void run() {
      answer = 1;
      Request other = latest;
      if (other != null) other.answer = 2;
    }
  }

  static class Account {
    Object lock = new Object();
    int balance;

    void deposit() {
      synchronized (lock) {
        balance++;
      }
    }

    void renew() {
      lock = new Object();
    }
  }

  static class Depositor extends Thread {
    final Account account;

    Depositor(Account account) {
      this.account = account;
    }

    @Override public void run() {
      account.deposit();
      account.renew();
    }
  }

  public static void main(String[] args) {
    Cell cell = new Cell();
    new Thread(new Reader(cell)).start();
    cell.value = 2;

    Watcher watcher = new Watcher();
    Subject[] subjects = new Subject[2];
    for (int i = 0; i < 2; i++) {
      subjects[i] = new Subject(watcher);
    }
    new Thread(new Changer(subjects[0])).start();
    new Thread(new Changer(subjects[1])).start();

    for (int i = 0; i < 2; i++) {
      Request request = new Request();
      Request.latest = request;
      new Thread(request).start();
    }

    Account account = new Account();
    new Depositor(account).start();
    new Depositor(account).start();
  }
}
