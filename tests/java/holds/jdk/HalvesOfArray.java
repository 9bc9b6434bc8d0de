import java.util.Arrays;

/** Each thread has one half of an array. */
class HalvesOfArray {
    static final int[] numbers = {2, 1, 4, 3};

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
        Arrays.sort(numbers, 2 * (n - 1), 2 * n);
        assert numbers[2 * n - 2] == 2 * n - 1;
    }
}
