/** A thread that answers itself who takes its exceptions. */
public class OwnAnswer extends Thread {
    static int seen;

    @Override
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return (thread, exception) -> seen++;
    }

    @Override
    public void run() {
        throw new IllegalStateException("on purpose");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new OwnAnswer();
        failing.start();
        failing.join();
        assert seen == 1;
    }
}
