//@ kind: assertion
/** A thread that has ended has no handler any more. */
public class GoneAfterTheEnd {
    public static void main(String[] args) {
        Thread worker = new Thread(() -> {});
        worker.start();
        assert worker.getUncaughtExceptionHandler() != null; //~ assertion
    }
}
