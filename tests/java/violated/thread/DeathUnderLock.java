//@ jdk: 17
//@ kind: assertion
/** A lock does not keep a thread from being stopped between two writes. */
public class DeathUnderLock {
    static final Object LOCK = new Object();
    static int a;
    static int b;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
                a = 1;
                b = 1;
            }
        });
        thread.start();
        thread.stop();
        thread.join();
        synchronized (LOCK) {
            assert a == b; //~ assertion
        }
    }
}
