//@ kind: assertion
//@ jdk: 17
/** A thread may be stopped after its start and before its first step, outside of what would be undone. */
public class StoppedBeforeTry {
    static volatile int x;

    @SuppressWarnings("removal")
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                x = 1;
            } finally {
                x = 2;
            }
        });
        other.start();
        other.stop();
        other.join();
        assert x != 0; //~ assertion
    }
}
