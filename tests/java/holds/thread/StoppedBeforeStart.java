//@ jdk: 17
/** A thread that was stopped before its start does nothing. */
public class StoppedBeforeStart {
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            assert false;
        });
        thread.stop();
        thread.start();
        thread.join();
    }
}
