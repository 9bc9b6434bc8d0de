//@ options: --timeouts idle
//@ kind: assertion
/** Nobody notifies: when nothing else can move the time is up. */
public class NeverNotified {
    static final Object LOCK = new Object();
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(100);
            assert done; //~ assertion
        }
    }
}
