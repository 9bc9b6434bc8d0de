//@ kind: assertion
//@ options: --timeouts any
/** A thread may still be alive when the time to wait for it is over. */
public class TimedTooShort {
    static volatile int result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = 42);
        worker.start();
        worker.join(500);
        assert result == 42; //~ assertion
    }
}
