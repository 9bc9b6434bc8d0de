import java.util.concurrent.locks.ReentrantLock;

public class Transfer {
    static class Account {
        final ReentrantLock lock = new ReentrantLock();
        final String owner;
        int balance;
        Account(String owner, int balance) { this.owner = owner; this.balance = balance; }
    }

    static void transfer(Account from, Account to, int amount) {
        from.lock.lock();
        try {
            to.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                to.lock.unlock();
            }
        } finally {
            from.lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Account ann = new Account("Ann", 100);
        Account bob = new Account("Bob", 100);
        Thread t1 = new Thread(() -> transfer(ann, bob, 10));
        Thread t2 = new Thread(() -> transfer(bob, ann, 20));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(ann.balance + " " + bob.balance);
    }
}
//@ says: Thread-0 and Thread-1 wait for each other
//@ says: waits for Account#2.lock, locked by Thread-1; it holds Account#1.lock
//@ says: Transfer.java:14
//@ says: in the same order
