import java.util.Arrays;

/** An array that nobody changes. */
class ReadsOneArray {
    static final int[] numbers = {1, 2, 3, 4};

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
        assert Arrays.stream(numbers).sum() == 10 && Arrays.toString(numbers).length() == 12;
        assert Arrays.copyOfRange(numbers, n, 4)[0] == n + 1;
    }
}
