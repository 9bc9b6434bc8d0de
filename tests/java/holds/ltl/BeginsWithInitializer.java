//@ property: deadlock
//@ options: --ltl [](BeginsWithInitializer.limit==10&&BeginsWithInitializer.account.balance>=7)
// The value that an initialiser gives to a field is the one that the field begins with.
public class BeginsWithInitializer {
    static class Account {
        int balance;

        Account(int first) {
            balance = -1;
            balance = first;
        }
    }

    static int limit = 10;
    static Account account = new Account(7);
    static volatile int other;

    public static void main(String[] args) {
        new Thread(() -> other = limit).start();
    }
}
