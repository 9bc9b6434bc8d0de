import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** java.util.Arrays. */
public class ArrayTools {
    public static void main(String[] args) {
        int[] numbers = {5, 3, 9, 1, 7};
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted) + " " + Arrays.binarySearch(sorted, 7) + " " + Arrays.binarySearch(sorted, 4));
        System.out.println(Arrays.equals(numbers, sorted) + " " + Arrays.hashCode(numbers) + " " + Arrays.compare(numbers, sorted)
            + " " + Arrays.mismatch(numbers, new int[] {5, 3, 8}));
        System.out.println(Arrays.toString(Arrays.copyOf(numbers, 7)) + Arrays.toString(Arrays.copyOfRange(numbers, 1, 3)));
        int[] filled = new int[4];
        Arrays.fill(filled, 1, 3, 8);
        Arrays.setAll(numbers, i -> i * i);
        System.out.println(Arrays.toString(filled) + Arrays.toString(numbers) + Arrays.stream(numbers).sum());
        String[] words = {"pear", "Apple", "fig", "banana"};
        Arrays.sort(words);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, (a, b) -> a.length() - b.length());
        System.out.println(Arrays.toString(words));
        Integer[] boxed = {4, 2, 6};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed));
        List<String> view = Arrays.asList(words);
        view.set(0, "changed");
        System.out.println(words[0] + " " + view.indexOf("pear") + " " + view.contains("kiwi"));
        try {
            view.add("more");
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed size");
        }
        int[][] a = {{1}, {2, 3}};
        int[][] b = {{1}, {2, 3}};
        System.out.println(Arrays.equals(a, b) + " " + Arrays.deepEquals(a, b) + " " + Arrays.deepHashCode(a));
        int[] large = new int[300];
        for (int i = 0; i < large.length; i++) {
            large[i] = i * 7919 % 307;
        }
        Arrays.sort(large);
        boolean ordered = true;
        for (int i = 1; i < large.length; i++) {
            ordered &= large[i - 1] <= large[i];
        }
        System.out.println(ordered + " " + large[0] + " " + large[299]);
        double[] doubles = {2.5, -0.0, Double.NaN, 0.0, -1};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        char[] chars = {'d', 'a', 'c'};
        Arrays.sort(chars, 1, 3);
        System.out.println(new String(chars));
    }
}
