//@ rung: thread
//@ many: threads
import java.util.ArrayDeque;
import java.util.Deque;

/** Workers take jobs under one lock and count them under another. */
public class ManyWorkers {
    static final int THREADS = 3;

    private final Deque<Runnable> jobs = new ArrayDeque<>();
    private int done;

    private Runnable next() {
        synchronized (jobs) {
            return jobs.poll();
        }
    }

    private synchronized void count() {
        done++;
    }

    void work() {
        Runnable job = next();
        while (job != null) {
            job.run();
            count();
            job = next();
        }
    }

    public static void main(String[] args) {
        ManyWorkers pool = new ManyWorkers();
        for (int i = 0; i < 5; i++) {
            synchronized (pool.jobs) {
                pool.jobs.add(() -> System.out.println("done"));
            }
        }
        for (int i = 0; i < THREADS; i++) {
            new Thread(pool::work).start();
        }
    }
}
