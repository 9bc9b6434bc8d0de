//@ kind: deadlock
/** Who reads the standard input needs its lock. */
public class ReadsInsideItsLock {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                System.in.read();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        synchronized (System.in) {
            other.join(); //~ deadlock
        }
    }
}
