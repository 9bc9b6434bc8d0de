import java.util.Arrays;

/** Arrays of the thread's own. */
class SortsOwnArrays {
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
        int[] numbers = {3, n, 5, 4};
        Arrays.sort(numbers);
        assert numbers[0] == n && Arrays.binarySearch(numbers, 5) == 3;
        assert Arrays.equals(Arrays.copyOf(numbers, 4), numbers) && Arrays.hashCode(numbers) != 0;
    }
}
