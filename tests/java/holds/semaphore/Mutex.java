import java.util.concurrent.Semaphore;

/** A semaphore with one permit protects a plain counter. */
public class Mutex {
    static final Semaphore PERMIT = new Semaphore(1);
    static int count;

    static void add() {
        PERMIT.acquireUninterruptibly();
        count++;
        PERMIT.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Mutex::add);
        other.start();
        add();
        other.join();
        assert count == 2;
        assert PERMIT.availablePermits() == 1;
    }
}
