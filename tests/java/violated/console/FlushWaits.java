//@ kind: deadlock
/** Who flushes the console needs its lock. */
public class FlushWaits {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(System.out::flush);
        other.start();
        synchronized (System.out) {
            other.join(); //~ deadlock
        }
    }
}
