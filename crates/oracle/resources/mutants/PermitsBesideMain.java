import java.util.concurrent.Semaphore;

/** A release lets another thread go on, beside what main does. */
public class PermitsBesideMain {
    static final Semaphore semaphore = new Semaphore(0);
    static volatile int x;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            semaphore.acquireUninterruptibly();
            x = 1;
        });
        Thread waker = new Thread(() -> semaphore.release());
        waiter.start();
        waker.start();
        int seen = x;
        System.out.println(seen);
    }
}
