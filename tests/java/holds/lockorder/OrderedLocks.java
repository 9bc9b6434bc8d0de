/** Both threads take the two locks in the same order. */
public class OrderedLocks {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int count;

    static void both() {
        synchronized (LEFT) {
            synchronized (RIGHT) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                both();
            }
        };
        other.start();
        both();
        other.join();
        assert count == 2;
    }
}
