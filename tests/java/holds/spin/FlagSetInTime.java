//@ property: deadlock,exception,assertion,race,non-termination
/** The same, and the flag is set in every run. */
public class FlagSetInTime {
    static volatile boolean ready;
    static volatile boolean wanted;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (!wanted) {
                Thread.yield();
            }
            ready = true;
        });
        other.start();
        wanted = true;
        while (!ready) {
            Thread.onSpinWait();
        }
        other.join();
    }
}
