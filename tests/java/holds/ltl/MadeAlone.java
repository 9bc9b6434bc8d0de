//@ property: deadlock
//@ options: --ltl []all(MadeAlone.Account~a:a.balance>=0)
// What happens to an object before a field leads to it is nobody's business.
public class MadeAlone {
    static class Account {
        volatile int balance = -1;
    }

    static volatile Account shared;

    public static void main(String[] args) {
        new Thread(() -> {
            Account mine = new Account();
            mine.balance = 3;
            shared = mine;
            mine.balance = 4;
        }).start();
    }
}
