//@ kind: assertion
import java.time.Instant;

/** A new minute may begin between two looks; a moment a minute ago may be after an earlier look; and so on. */
public class NextMinute {
    public static void main(String[] args) {
        long first = System.currentTimeMillis();
        long start = System.nanoTime();
        Instant before = Instant.now();
        long minute = first - first % 60_000;
        long second = System.currentTimeMillis();
        boolean same = second - second % 60_000 == minute;
        boolean never = !Instant.now().minusSeconds(60).isAfter(before);
        boolean soon = (System.nanoTime() - start) * 1e-9f <= 0.1f;
        boolean few = start + 1000 + 2000 >= System.nanoTime();
        assert same || never || soon || few; //~ assertion
    }
}
