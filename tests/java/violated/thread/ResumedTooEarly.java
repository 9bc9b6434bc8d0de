//@ jdk: 17
//@ kind: deadlock
/** A thread suspends itself until another one resumes it, which may be too early. */
public class ResumedTooEarly {
    static volatile boolean ready;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            Thread.currentThread().suspend(); //~ deadlock
            assert ready;
        });
        thread.start();
        ready = true;
        thread.resume();
        thread.join(); //~ deadlock
    }
}
