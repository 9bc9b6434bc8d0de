//@ property: race
//@ kind: race
//@ says: RacingRows.grid

import java.util.Arrays;

/** A row of a grid. */
class RacingRows {
    static final int[][] grid = {{1, 2}, {3, 4}};

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            Arrays.fill(grid[0], 7); //~ race
        });
        other.start();
        Arrays.deepToString(grid); //~ race
        other.join();
    }
}
