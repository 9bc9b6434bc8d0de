/** A wait with a deadline: it says whether it was in time. */
public class DeadlineKept {
    private boolean done;

    synchronized boolean await(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (!done) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000 + 1);
        }
        return true;
    }

    synchronized void finish() {
        done = true;
        notifyAll();
    }

    synchronized boolean isDone() {
        return done;
    }

    public static void main(String[] args) throws InterruptedException {
        DeadlineKept job = new DeadlineKept();
        new Thread(job::finish).start();
        boolean inTime = job.await(1000);
        assert !inTime || job.isDone();
    }
}
