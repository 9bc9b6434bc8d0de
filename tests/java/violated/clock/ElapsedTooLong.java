//@ kind: exception
//@ options: --timeouts any
/** Any time may pass between two looks at a clock. */
public class ElapsedTooLong {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 1);
        other.start();
        long start = System.currentTimeMillis();
        int y = x;
        if (System.currentTimeMillis() - start > 100) {
            throw new IllegalStateException("too slow"); //~ exception
        }
        other.join();
    }
}
