//@ kind: assertion
/** Time passes while a thread goes round in a loop: this goes wrong in every run. */
public class SpinsWhileOtherSleeps {
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
        assert !go; //~ assertion
        other.join();
    }
}
