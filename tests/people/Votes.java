import java.util.concurrent.*;

public class Votes {
    private int count;

    void vote() {
        count = count + 1;
    }

    public static void main(String[] args) throws Exception {
        Votes votes = new Votes();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> one = pool.submit(votes::vote);
        Future<?> two = pool.submit(votes::vote);
        one.get();
        two.get();
        pool.shutdown();
        if (votes.count != 2) throw new IllegalStateException("lost a vote: " + votes.count);
    }
}
//@ says: data race on Votes.count: write by pool-1-thread-1 at Votes.java:7, and read by pool-1-thread-2 at Votes.java:7
//@ says: calls pool.submit(); starts pool-1-thread-1
//@ says: holds no lock
//@ says: hold one lock at both places
