//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []ObjectSetEarly.account.balance>=0
// The object is a static field's already when it is overdrawn, and main is still alone.
public class ObjectSetEarly {
    static class Account {
        int balance = 10;
    }

    static final Account account = new Account();
    static volatile int other;

    public static void main(String[] args) {
        account.balance = -5;
        account.balance = 5;
        new Thread(() -> other = 1).start();
    }
}
