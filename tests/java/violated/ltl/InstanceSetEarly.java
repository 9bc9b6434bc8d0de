//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []all(InstanceSetEarly.Account~a:a.balance>=0)
import java.util.ArrayList;
import java.util.List;

// The account is in the list when it is overdrawn for a moment, and main is still alone.
public class InstanceSetEarly {
    static class Account {
        int balance = 10;
    }

    static final List<Account> accounts = new ArrayList<>();
    static volatile int other;

    public static void main(String[] args) {
        Account account = new Account();
        accounts.add(account);
        account.balance = -5;
        account.balance = 5;
        new Thread(() -> other = 1).start();
    }
}
