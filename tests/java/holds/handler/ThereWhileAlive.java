/** A thread that has not been started, and one that runs, has its group for a handler. */
public class ThereWhileAlive {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            assert Thread.currentThread().getUncaughtExceptionHandler() != null;
        });
        assert worker.getUncaughtExceptionHandler() == worker.getThreadGroup();
        worker.start();
        worker.join();
        assert worker.getUncaughtExceptionHandler() == null;
    }
}
