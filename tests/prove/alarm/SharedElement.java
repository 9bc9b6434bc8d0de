//@ kind: race
import java.util.ArrayDeque;
import java.util.Deque;

/** What is at the head is looked at, not taken. */
public class SharedElement {
    static class Job {
        int runs;
    }

    private final Deque<Job> jobs = new ArrayDeque<>();

    synchronized void add(Job job) {
        jobs.addLast(job);
    }

    synchronized Job next() {
        return jobs.peekFirst();
    }

    public static void main(String[] args) {
        SharedElement queue = new SharedElement();
        queue.add(new Job());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                Job job = queue.next();
                if (job != null) {
                    job.runs++;
                }
            }).start();
        }
    }
}
