/** isInterrupted() keeps the flag, interrupted() clears it, sleep() throws at once if it is set. */
public class FlagKept {
    public static void main(String[] args) {
        Thread self = Thread.currentThread();
        self.interrupt();
        assert self.isInterrupted();
        assert self.isInterrupted();
        boolean slept = false;
        try {
            Thread.sleep(1000);
            slept = true;
        } catch (InterruptedException e) {
            assert !self.isInterrupted();
        }
        assert !slept;
        self.interrupt();
        assert Thread.interrupted();
        assert !Thread.interrupted();
    }
}
