//@ jdk: 17
//@ kind: assertion
/** A thread that is stopped leaves two fields in disagreement. */
public class StoppedInTheMiddle {
    static volatile int a;
    static volatile int b;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            a = 1;
            b = 1;
        });
        thread.start();
        thread.stop();
        thread.join();
        assert a == b; //~ assertion
    }
}
