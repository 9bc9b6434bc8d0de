/** A loop that asks how much time is left, as the documentation of nanoTime tells to. */
public class LeftUntilDeadline {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> ready = true);
        other.start();
        long deadline = System.nanoTime() + 1_000_000;
        while (!ready && deadline - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
        while (!ready) {
            if (System.nanoTime() - deadline >= 0) {
                break;
            }
            Thread.sleep(1);
        }
        other.join();
        assert ready;
    }
}
