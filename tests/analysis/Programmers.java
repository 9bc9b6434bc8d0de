/** Corbett's splitting locks (figure 5): hours and salary have a lock each. */
public class Programmers {
  static class Programmer {
    protected long hours = 80;
    protected double salary = 50000.0;
    protected Object hoursLock = new Object();
    protected Object salaryLock = new Object();

    void updateHours(long newHours) {
      synchronized (hoursLock) {
        hours = newHours;
      }
    }

    void updateSalary(double newSalary) {
      synchronized (salaryLock) {
        salary = newSalary;
      }
    }
  }

  static class Clerk extends Thread {
    private final Programmer[] staff;

    Clerk(Programmer[] staff) {
      this.staff = staff;
    }

    @Override public void run() {
      for (Programmer one : staff) {
        one.updateHours(40);
        one.updateSalary(60000.0);
      }
    }
  }

  public static void main(String[] args) {
    Programmer[] staff = new Programmer[2];
    for (int i = 0; i < 2; i++) {
      staff[i] = new Programmer();
    }
    new Clerk(staff).start();
    new Clerk(staff).start();
  }
}
