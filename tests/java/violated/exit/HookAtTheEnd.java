//@ kind: assertion
/** Nobody calls exit: the hook runs when the last thread has ended, and finds the work undone. */
public class HookAtTheEnd {
    static volatile boolean saved;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert saved; //~ assertion
        }));
        new Thread(() -> { }).start();
    }
}
