/** Whoever polls up to a deadline of ten seconds meets one who sleeps for a tenth of one. */
public class SleepsLessThanDeadline {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
            done = true;
        });
        sleeper.start();
        long end = System.nanoTime() + 10_000_000_000L;
        while (!done && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assert done;
    }
}
