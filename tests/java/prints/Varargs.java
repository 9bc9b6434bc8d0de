import java.util.Arrays;

/** Variable arguments, arrays of arrays, default values, array methods. */
public class Varargs {
    static String count(Object... values) {
        return values == null ? "null" : values.length + Arrays.deepToString(values);
    }

    static int sum(int first, int... rest) {
        int sum = first;
        for (int number : rest) {
            sum += number;
        }
        return sum;
    }

    static boolean[] flags = new boolean[2];
    static double[][] matrix = new double[2][3];
    static String[][][] jagged = new String[2][][];

    public static void main(String[] args) {
        System.out.println(count() + " " + count(1) + " " + count(1, "a") + " " + count((Object) null) + " "
            + count((Object[]) null) + " " + count(new int[] {1, 2}) + " " + count((Object) new String[] {"x"}) + " "
            + count((Object[]) new String[] {"x", "y"}));
        System.out.println(sum(1) + " " + sum(1, 2, 3) + " " + sum(1, new int[] {5}));
        System.out.println(Arrays.toString(flags) + Arrays.deepToString(matrix) + Arrays.toString(jagged));
        jagged[1] = new String[][] {{"a"}, {"b", "c"}, {}};
        System.out.println(Arrays.deepToString(jagged));
        int[][] triangle = new int[4][];
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) {
                triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
            }
        }
        System.out.println(Arrays.deepToString(triangle));
        char[] chars = {'x', 'y'};
        long[] longs = {1L << 40, -1};
        byte[] bytes = {(byte) 0x80, 0x7f};
        short[] shorts = {(short) 40000};
        float[] floats = {1.5f};
        System.out.println(Arrays.toString(chars) + Arrays.toString(longs) + Arrays.toString(bytes) + Arrays.toString(shorts)
            + Arrays.toString(floats));
        System.out.println(chars.length + " " + chars.clone()[1] + " " + new int[0].length + " " + new int[2][0][5].length);
        System.out.println(int[][].class.getName() + " " + String[].class.getSimpleName() + " "
            + jagged.getClass().getComponentType().getName());
        bytes[0] += 200;
        shorts[0] >>>= 1;
        chars[1]++;
        System.out.println(bytes[0] + " " + shorts[0] + " " + chars[1]);
    }
}
