import java.util.Arrays;

/** Arrays of arrays. */
public class Matrices {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        int[][] a = {{1, 2}, {3, 4}};
        int[][] b = {{0, 1}, {1, 0}};
        int[][] c = new int[2][2];
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j];
        p(Arrays.deepToString(c));
        long[][][] cube = new long[2][3][];
        cube[1][2] = new long[] {7};
        p(Arrays.deepToString(cube) + " " + cube.getClass().getName() + " " + cube[0].length);
        char[][] board = new char[3][3];
        for (char[] row : board) Arrays.fill(row, '.');
        board[1][1] = 'x';
        for (char[] row : board) p(new String(row));
        for (Object bad : new Object[] {-1, 3}) {
            try {
                int[] array = new int[(int) bad];
                array[3] = 1;
            } catch (NegativeArraySizeException | ArrayIndexOutOfBoundsException e) {
                p(e);
            }
        }
    }
}
