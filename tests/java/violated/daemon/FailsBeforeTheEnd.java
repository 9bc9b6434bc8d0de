//@ kind: assertion

/** A daemon fails, if it gets that far before the program ends without it. */
public class FailsBeforeTheEnd {
    static volatile int steps;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            steps = 1;
            steps = 2;
            assert steps != 2; //~ assertion
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
