
import java.util.Locale;
import java.util.Scanner;

/** Each thread has a scanner of its own. */
class ScansNumbers {
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
        Scanner scanner = new Scanner("1 2.5 x " + n).useLocale(Locale.US);
        assert scanner.nextInt() == 1 && scanner.nextDouble() == 2.5;
        assert scanner.next().equals("x") && scanner.nextInt() == n;
    }
}
