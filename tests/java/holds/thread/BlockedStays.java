/** Who has been seen to wait goes on waiting until somebody lets it go. */
public class BlockedStays {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) { }
        });
        synchronized (LOCK) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            assert other.getState() == Thread.State.BLOCKED;
        }
        other.join();
        assert other.getState() == Thread.State.TERMINATED;
    }
}
