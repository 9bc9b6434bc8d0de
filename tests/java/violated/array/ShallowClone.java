//@ kind: race
/** The rows of a cloned grid are those of the original. */
public class ShallowClone {
    static final int[][] GRID = {{1, 2}, {3, 4}};

    public static void main(String[] args) {
        int[][] copy = GRID.clone();
        new Thread(() -> copy[1][0] = 5).start(); //~ race
        GRID[1][0] = 6; //~ race
    }
}
