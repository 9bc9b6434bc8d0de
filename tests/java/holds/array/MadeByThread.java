/** A thread makes a table of its own and hands it over. */
public class MadeByThread {
    static int[][] table;
    static Object[][][] boxes;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> {
            int rows = 2;
            int[][] made = new int[rows][3];
            made[1][2] = 4;
            made[0][0] = made[1][2] + 1;
            table = made;
            boxes = new Object[2][rows][];
            boxes[1][0] = new Object[] {"a"};
        });
        maker.start();
        maker.join();
        assert table.length == 2 && table[0].length == 3 && table[1] != table[0];
        assert table[0][0] == 5 && table[0][2] == 0 && table[1][2] == 4;
        assert boxes[1][0].length == 1 && boxes[1][1] == null && boxes[0].length == 2;
    }
}
