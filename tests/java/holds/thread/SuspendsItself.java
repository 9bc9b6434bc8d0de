//@ jdk: 17
/** A thread suspends itself until another one resumes it, which tries as long as it takes. */
public class SuspendsItself {
    static volatile boolean ready;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            Thread.currentThread().suspend();
            assert ready;
        });
        thread.start();
        ready = true;
        while (thread.isAlive()) {
            thread.resume();
        }
        thread.join();
    }
}
