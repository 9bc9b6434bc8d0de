//@ kind: race
import java.util.ArrayDeque;
import java.util.Deque;

/** A job is in the queue twice, so two threads take it. */
public class AddedTwice {
    static class Job {
        int runs;
    }

    private final Deque<Job> jobs = new ArrayDeque<>();

    synchronized void add(Job job) {
        jobs.addLast(job);
        jobs.addLast(job);
    }

    synchronized Job next() {
        return jobs.pollFirst();
    }

    public static void main(String[] args) {
        AddedTwice queue = new AddedTwice();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                Job job = queue.next();
                if (job != null) {
                    job.runs++;
                }
            }).start();
        }
        queue.add(new Job());
    }
}
