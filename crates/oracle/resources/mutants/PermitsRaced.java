import java.util.concurrent.Semaphore;

/** Whether there is a permit depends on who comes first; a plain acquire tells it, too. */
public class PermitsRaced {
    static final Semaphore semaphore = new Semaphore(0);

    public static void main(String[] args) {
        Thread other = new Thread(() -> semaphore.release());
        other.start();
        System.out.println(semaphore.tryAcquire());
    }
}
