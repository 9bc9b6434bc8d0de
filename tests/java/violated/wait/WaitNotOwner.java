//@ kind: exception
/** wait() without the lock. */
public class WaitNotOwner {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        lock.wait(); //~ exception
    }
}
