//@ open: too many configurations
import java.util.ArrayDeque;
import java.util.Deque;

/** Jobs in a deque under a monitor; idle workers wait. */
public class JobDeque {
    static class Job {
        int runs;

        void run() {
            runs++;
        }
    }

    private final Deque<Job> jobs = new ArrayDeque<>();
    private boolean closed;

    synchronized void add(Job job) {
        jobs.addLast(job);
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized Job next() throws InterruptedException {
        while (jobs.isEmpty() && !closed) {
            wait();
        }
        return jobs.pollFirst();
    }

    public static void main(String[] args) {
        JobDeque queue = new JobDeque();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                try {
                    Job job = queue.next();
                    while (job != null) {
                        job.run();
                        job = queue.next();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
        for (int i = 0; i < 5; i++) {
            queue.add(new Job());
        }
        queue.close();
    }
}
