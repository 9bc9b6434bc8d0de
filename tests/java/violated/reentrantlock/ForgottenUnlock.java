//@ kind: deadlock
import java.util.concurrent.locks.ReentrantLock;

/** An early return skips the unlock, and the next thread waits for ever. */
public class ForgottenUnlock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int balance = 10;

    static boolean withdraw(int amount) {
        LOCK.lock(); //~ deadlock
        if (balance < amount) {
            return false;
        }
        balance -= amount;
        LOCK.unlock();
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> withdraw(7));
        other.start();
        withdraw(7);
        withdraw(1);
        other.join();
    }
}
