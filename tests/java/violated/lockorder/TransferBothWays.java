//@ kind: deadlock
/** Accounts lock themselves and then the partner; two transfers in opposite directions meet. */
public class TransferBothWays {
    static class Account {
        private int balance = 10;

        synchronized void transfer(Account partner, int amount) {
            balance -= amount;
            partner.deposit(amount); //~ deadlock
        }

        synchronized void deposit(int amount) {
            balance += amount; //~ deadlock
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final Account alice = new Account();
        final Account bob = new Account();
        Thread other = new Thread() {
            @Override
            public void run() {
                bob.transfer(alice, 2);
            }
        };
        other.start();
        alice.transfer(bob, 1);
        other.join();
        assert alice.balance + bob.balance == 20;
    }
}
