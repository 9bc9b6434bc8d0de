/** Money is moved between accounts; the one with the smaller number is locked first. */
public class Transfers {
    static class Account {
        final int number;
        int balance;

        Account(int number, int balance) {
            this.number = number;
            this.balance = balance;
        }
    }

    private static final Object order = new Object();

    static void move(Account from, Account to, int amount) {
        synchronized (order) {
            synchronized (from) {
                synchronized (to) {
                    from.balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }

    public static void main(String[] args) {
        Account a = new Account(1, 100);
        Account b = new Account(2, 100);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> move(a, b, 5)).start();
            new Thread(() -> move(b, a, 7)).start();
        }
    }
}
