//@ jdk: 17
/** A thread that stops itself releases its locks and ends. */
public class StopsItself {
    static final Object LOCK = new Object();

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
                Thread.currentThread().stop();
                assert false;
            }
        });
        thread.start();
        thread.join();
        synchronized (LOCK) {
            assert !thread.isAlive();
        }
    }
}
