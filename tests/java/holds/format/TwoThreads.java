/** Two threads format at the same time; they share nothing that matters. */
public class TwoThreads {
    static String other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> other = String.format("%d-%s", 7, "x"));
        thread.start();
        String mine = String.format("%s/%04d", "y", 42);
        thread.join();
        assert other.equals("7-x");
        assert mine.equals("y/0042");
    }
}
