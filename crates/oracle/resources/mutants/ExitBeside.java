/** What comes before an exit. */
public class ExitBeside {
    static volatile int x;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            x = 1;
            throw new IllegalStateException();
        });
        other.start();
        System.exit(0);
    }
}
