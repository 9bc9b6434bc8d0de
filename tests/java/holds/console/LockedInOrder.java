/** Both take the console first, so nobody waits for ever; its owner prints without waiting. */
public class LockedInOrder {
    static final Object LOCK = new Object();
    static int lines;

    static void print(String line) {
        synchronized (System.out) {
            synchronized (LOCK) {
                lines++;
                System.out.println(line);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> print("other"));
        other.start();
        print("main");
        System.err.println("err has a lock of its own");
        other.join();
        assert lines == 2;
    }
}
