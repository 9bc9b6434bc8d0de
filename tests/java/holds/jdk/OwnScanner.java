import java.util.Scanner;

/** Each thread has a Scanner of its own. */
class OwnScanner {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        Scanner scanner = new Scanner("7 " + n);
        assert scanner.nextInt() == 7 && scanner.nextInt() == n;
    }
}
