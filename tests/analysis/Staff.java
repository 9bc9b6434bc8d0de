import java.util.ArrayList;
import java.util.List;

/** The running example of Parízek and Lhoták (figure 1). */
public class Staff {
  static class Employee {
    String name;
    Integer salary;

    Employee(String name, Integer salary) {
      this.name = name;
      this.salary = salary;
    }
  }

  static class Company {
    List<Employee> employees = new ArrayList<>();

    void addEmployee(String name, Integer salary) {
      Employee emp = new Employee(name, salary);
      employees.add(emp);
    }

    void addEmployee(Employee emp) {
      employees.add(emp);
    }

    void printEmployeeNames() {
      for (Employee e : employees) System.out.println(e.name);
    }

    void setEmployeeSalary(String eName, Integer nSalary) {
      for (Employee e : employees) {
        if (e.name.equals(eName)) e.salary = nSalary;
      }
    }

    Integer getEmployeeSalary(String eName) {
      for (Employee e : employees) {
        if (e.name.equals(eName)) return e.salary;
      }
      return null;
    }
  }

  static class FirstWorker extends Thread {
    private Company cmp;

    FirstWorker(Company cmp) {
      this.cmp = cmp;
    }

    @Override public void run() {
      cmp.printEmployeeNames();
      Integer r = cmp.getEmployeeSalary("john");
      cmp.setEmployeeSalary("john", 150);
      cmp.printEmployeeNames();
    }
  }

  static class SecondWorker extends Thread {
    private Company cmp;

    SecondWorker(Company cmp) {
      this.cmp = cmp;
    }

    @Override public void run() {
      Integer r = cmp.getEmployeeSalary("paul");
      cmp.addEmployee("mark", 80);
      cmp.printEmployeeNames();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Company cmp = new Company();
    cmp.addEmployee("john", 100);
    Employee emp = new Employee("paul", 120);
    cmp.addEmployee(emp);
    FirstWorker w1 = new FirstWorker(cmp);
    SecondWorker w2 = new SecondWorker(cmp);
    w1.start();
    w2.start();
    w1.join();
    w2.join();
  }
}
