/** Of two looks at the clock the second is never the earlier. */
public class NeverEarlier {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 1);
        other.start();
        long first = System.nanoTime();
        long second = System.nanoTime();
        if (second < first) {
            throw new IllegalStateException("earlier");
        }
        other.join();
    }
}
