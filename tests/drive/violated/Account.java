/**
 * Transfers lock the account they take from, then the one they give to: two in opposite directions stop each other.
 */
public class Account {
  private int balance = 1;

  public synchronized int balance() {
    return balance;
  }

  public synchronized boolean transfer(Account to, int amount) {
    if (amount < 0 || balance < amount) return false;
    balance -= amount;
    to.deposit(amount);
    return true;
  }

  private synchronized void deposit(int amount) {
    balance += amount;
  }
}
