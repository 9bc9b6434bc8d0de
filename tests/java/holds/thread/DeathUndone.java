//@ jdk: 17
/** A thread that is stopped puts things right before it ends. */
public class DeathUndone {
    static final Object LOCK = new Object();
    static int a;
    static int b;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    a = 1;
                    b = 1;
                } catch (ThreadDeath death) {
                    a = 0;
                    b = 0;
                    throw death;
                }
            }
        });
        thread.start();
        thread.stop();
        thread.join();
        synchronized (LOCK) {
            assert a == b;
        }
    }
}
