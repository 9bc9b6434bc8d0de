/** A thread that waits for a lock reads, once it has it, what another is about to write. */
public class Handed {
    static int x, y;
    static final Object lock = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                y = 1;
            }
        }).start();
        new Thread(() -> {
            synchronized (lock) {
                System.out.println("x " + x + ", y " + y);
            }
        }).start();
        x = 1;
        System.out.println("y " + y);
    }
}
