/** The class of Figure 5 of Corbett's paper, whose two locks split its fields: of args[0] programmers, each
 *  made when the threads of those before it run already, two threads update hours and salary. */
public class SplittingLocks {
  static class Programmer {
    protected long hours = 80;
    protected double salary = 50000.0;
    protected Object hoursLock = new Object();
    protected Object salaryLock = new Object();

    public void updateHours(long newHours) {
      synchronized (hoursLock) {
        hours = newHours;
      }
    }

    public void updateSalary(double newSalary) {
      synchronized (salaryLock) {
        salary = newSalary;
      }
    }
  }

  public static void main(String[] args) {
    int programmers = Integer.parseInt(args[0]);
    for (int i = 0; i < programmers; i++) {
      Programmer programmer = new Programmer();
      new Thread(() -> {
        programmer.updateHours(40);
        programmer.updateHours(60);
      }).start();
      new Thread(() -> {
        programmer.updateSalary(1000.0);
        programmer.updateSalary(2000.0);
      }).start();
    }
  }
}
