//@ property: deadlock,exception,assertion,race,non-termination
//@ options: --timeouts idle
/** Where time passes only when nobody can move, it passes also while threads only go round. */
public class SpinsUntilAwake {
    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            go = true;
        });
        other.start();
        while (!go) {
            Thread.onSpinWait();
        }
        other.join();
    }
}
