//@ property: starvation
//@ options: --search dfs
import java.util.concurrent.Semaphore;

public class SemaphoreServesAll {
    static final Semaphore permits = new Semaphore(1);

    static void work() {
        while (true) {
            permits.acquireUninterruptibly();
            permits.release();
        }
    }

    public static void main(String[] args) {
        new Thread(SemaphoreServesAll::work, "one").start();
        new Thread(SemaphoreServesAll::work, "two").start();
        new Thread(SemaphoreServesAll::work, "three").start();
    }
}
