//@ kind: race
/** Beside a volatile field, {@code clone} reads one that is not. */
public class ClonePlainBeside implements Cloneable {
    volatile int value;
    int other;

    public static void main(String[] args) throws Exception {
        ClonePlainBeside shared = new ClonePlainBeside();
        Thread thread = new Thread(() -> shared.other = 1); //~ race
        thread.start();
        shared.clone(); //~ race
        thread.join();
    }
}
