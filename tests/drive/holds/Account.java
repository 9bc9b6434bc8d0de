/**
 * Repaired. One lock serves all.
 */
public class Account {
  private int balance = 1;

  public synchronized int balance() {
    return balance;
  }

  public boolean transfer(Account to, int amount) {
    synchronized (Account.class) {
      if (!withdraw(amount)) return false;
      to.deposit(amount);
      return true;
    }
  }

  private synchronized boolean withdraw(int amount) {
    if (amount < 0 || balance < amount) return false;
    balance -= amount;
    return true;
  }

  private synchronized void deposit(int amount) {
    balance += amount;
  }
}
