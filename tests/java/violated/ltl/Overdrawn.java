//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []all(Overdrawn.Account~a:a.balance>=0)
import java.util.ArrayList;
import java.util.List;

// The account in the list is below zero for a moment.
public class Overdrawn {
    static class Account {
        volatile int balance = 10;
    }

    static final List<Account> accounts = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        accounts.add(new Account());
        accounts.add(new Account());
        Account second = accounts.get(1);
        Thread bank = new Thread(() -> {
            second.balance = -1; //~ ltl
            second.balance = 10;
        }, "bank");
        bank.start();
        bank.join();
    }
}
