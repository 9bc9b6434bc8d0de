//@ kind: deadlock
/** Money goes both ways between two accounts, and each transfer locks the account it takes from first. */
public class BankTransferAnyOrder {
    static class Account {
        private final int number;
        private int balance;

        Account(int number, int balance) {
            this.number = number;
            this.balance = balance;
        }

        synchronized void deposit(int amount) {
            balance += amount;
        }

        synchronized void withdraw(int amount) {
            if (amount > balance) {
                throw new IllegalArgumentException("account " + number + " has only " + balance);
            }
            balance -= amount;
        }

        synchronized int balance() {
            return balance;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) { //~ deadlock
                from.withdraw(amount);
                to.deposit(amount);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1, 100);
        Account b = new Account(2, 100);
        Thread there = new Thread(() -> transfer(a, b, 30));
        Thread back = new Thread(() -> transfer(b, a, 20));
        there.start();
        back.start();
        there.join();
        back.join();
        assert a.balance() == 90 && b.balance() == 110;
        System.out.println("a has " + a.balance());
    }
}
