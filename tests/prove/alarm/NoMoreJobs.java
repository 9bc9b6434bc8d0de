//@ kind: deadlock
import java.util.concurrent.LinkedBlockingQueue;

/** Two workers wait for jobs, of which there is one. */
public class NoMoreJobs {
    public static void main(String[] args) {
        LinkedBlockingQueue<Object> jobs = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    jobs.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
        jobs.add(new Object());
    }
}
