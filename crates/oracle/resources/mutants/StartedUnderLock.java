// kills: layers not: Start writes Monitor
/** Who starts a thread needs its monitor, which another may have while it wants a lock of the starter. */
public class StartedUnderLock {
    static final Object lock = new Object();
    static volatile int y;
    static final Thread third = new Thread(() -> { });

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            y = 1;
            synchronized (third) {
                synchronized (lock) {
                    System.out.print(1);
                }
            }
        });
        other.start();
        synchronized (lock) {
            if (y == 0) {
                third.start();
            }
        }
    }
}
