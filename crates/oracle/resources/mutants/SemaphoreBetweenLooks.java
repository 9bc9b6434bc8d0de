// kills: lazy not: call Any writes Clock
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Time passes between two looks if another thread's wait for a permit ends there. */
public class SemaphoreBetweenLooks {
    static final Semaphore semaphore = new Semaphore(0);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                semaphore.tryAcquire(5, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                return;
            }
        });
        other.start();
        long first = System.currentTimeMillis();
        long second = System.currentTimeMillis();
        System.out.println(second == first ? 0 : second - first >= 7 ? 7 : second - first >= 5 ? 5 : 1);
    }
}
