/** Synchronized methods that call each other on the same object: re-entry does not block. */
public class Transfer {
    static class Account {
        private int checking = 10;
        private int savings = 10;

        synchronized void deposit(int amount) {
            checking += amount;
        }

        synchronized void save(int amount) {
            deposit(-amount);
            savings += amount;
        }

        synchronized int total() {
            return checking + savings;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final Account account = new Account();
        Thread saver = new Thread() {
            @Override
            public void run() {
                account.save(5);
            }
        };
        saver.start();
        assert account.total() == 20;
        saver.join();
        assert account.total() == 20;
    }
}
