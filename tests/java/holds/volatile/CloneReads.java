/** {@code clone} reads a volatile field as an assignment would. */
public class CloneReads implements Cloneable {
    volatile int value;

    public static void main(String[] args) throws Exception {
        CloneReads shared = new CloneReads();
        Thread thread = new Thread(() -> shared.value = 1);
        thread.start();
        int copied = ((CloneReads) shared.clone()).value;
        assert copied == 0 || copied == 1;
        thread.join();
    }
}
