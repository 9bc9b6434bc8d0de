//@ property: race
//@ kind: race
//@ says: RacingStatistics.all

import java.util.IntSummaryStatistics;

/** A summary is for one thread. */
class RacingStatistics {
    static final IntSummaryStatistics all = new IntSummaryStatistics();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            all.accept(1); //~ race
        });
        other.start();
        all.accept(2); //~ race
        other.join();
    }
}
