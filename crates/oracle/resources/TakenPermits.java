import java.util.concurrent.Semaphore;

/** Permits are given one by one to one who needs two and is interrupted, and to one who tries for one. */
public class TakenPermits {
    static final Semaphore PERMITS = new Semaphore(0);

    public static void main(String[] args) {
        Thread patient = new Thread(TakenPermits::acquire);
        patient.start();
        new Thread(() -> System.out.println("tried " + PERMITS.tryAcquire())).start();
        PERMITS.release();
        patient.interrupt();
        PERMITS.release();
        System.out.println(PERMITS.availablePermits() + " left, then " + PERMITS.drainPermits());
    }

    static void acquire() {
        try {
            PERMITS.acquire(2);
            System.out.println("acquired");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
}
