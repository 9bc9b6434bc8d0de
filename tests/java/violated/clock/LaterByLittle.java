//@ kind: exception

/** Of two looks at the clock the second may be the later, by as little as the clock tells. */
public class LaterByLittle {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 1);
        other.start();
        long first = System.nanoTime();
        long second = System.nanoTime();
        if (first < second) {
            throw new IllegalStateException("later"); //~ exception
        }
        other.join();
    }
}
