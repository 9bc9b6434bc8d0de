//@ kind: assertion
/** A thread that has done its last visible step may still be alive. */
public class AliveAfterSignal {
    static volatile boolean signalled;

    public static void main(String[] args) {
        Thread signaller = new Thread(() -> signalled = true);
        signaller.start();
        if (signalled) {
            assert !signaller.isAlive(); //~ assertion
        }
    }
}
