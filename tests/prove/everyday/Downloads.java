import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Tasks that are objects of a class add to an atomic. */
public class Downloads {
    static class Download implements Runnable {
        private final AtomicLong total;
        private final int size;

        Download(AtomicLong total, int size) {
            this.total = total;
            this.size = size;
        }

        @Override
        public void run() {
            for (int i = 0; i < size; i++) {
                total.incrementAndGet();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicLong total = new AtomicLong();
        ExecutorService executor = Executors.newCachedThreadPool();
        for (int i = 1; i <= 3; i++) {
            executor.submit(new Download(total, i));
        }
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
            System.err.println("not done in time");
        }
        System.out.println(total.get());
    }
}
