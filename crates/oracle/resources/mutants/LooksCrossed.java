// kills: lazy not: Look writes Clock
// kills: lazy as if it read: Look writes Clock
/** Two threads look at the clock, and time may pass at each look. */
public class LooksCrossed {
    static volatile long a, b;

    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        Thread other = new Thread(() -> a = System.nanoTime());
        other.start();
        b = System.nanoTime();
        other.join();
        System.out.println((a - start >= 1000) + " " + (b - start >= 1000) + " " + (a > b) + " " + (b > a));
    }
}
