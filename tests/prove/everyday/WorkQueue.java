//@ open: numbers decide whether threads wait for ever
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A worker takes jobs until it gets the last one. */
public class WorkQueue {
    record Job(int number, boolean last) { }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
        Thread worker = new Thread(() -> {
            try {
                while (true) {
                    Job job = jobs.take();
                    if (job.last()) {
                        break;
                    }
                    System.out.println(job.number());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        for (int i = 0; i < 5; i++) {
            jobs.put(new Job(i, i == 4));
        }
        worker.join();
    }
}
