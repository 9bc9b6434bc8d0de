import java.util.Arrays;
import java.util.Random;

/** Sorting and searching arrays. */
public class Sorting {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        int[] numbers = new Random(5).ints(60, 0, 1000).toArray();
        int[] copy = numbers.clone();
        Arrays.sort(copy);
        p(copy[0] + " " + copy[59] + " " + Arrays.binarySearch(copy, copy[30]) + " " + Arrays.stream(copy).sum());
        String[] words = {"pear", "Apple", "fig"};
        Arrays.sort(words, String::compareToIgnoreCase);
        p(Arrays.toString(words) + Arrays.asList(words).indexOf("fig") + Arrays.equals(numbers, copy) + Arrays.compare(new int[] {1}, new int[] {1, 2}));
        double[] doubles = {2.5, Double.NaN, -0.0, 0.0, -1};
        Arrays.sort(doubles);
        p(Arrays.toString(doubles));
        long[] filled = new long[3];
        Arrays.setAll(filled, it -> it * it);
        Arrays.fill(filled, 0, 1, 9);
        p(Arrays.toString(filled) + Arrays.toString(Arrays.copyOfRange(filled, 1, 5)) + Arrays.mismatch(filled, new long[] {9, 2}));
        int[] prefix = {1, 2, 3};
        Arrays.parallelPrefix(prefix, Integer::sum);
        p(Arrays.toString(prefix));
        p(Arrays.equals(new long[] {1, 2}, new long[] {1, 3}) + " " + Arrays.mismatch(new double[] {1, Double.NaN, 2}, new double[] {1, Double.NaN, 3}) + " " + Arrays.equals(new double[] {1, 2}, new double[] {1, 3}) + " " + Arrays.compare(new long[] {5, 6, 7}, 1, 3, new long[] {6, 8}, 0, 2));
    }
}
