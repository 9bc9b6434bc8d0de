//@ kind: exception
/** Each of two threads makes a table; one looks at whichever is there, which may be too small. */
public class RowOfAnother {
    static volatile int[][] table = new int[3][3];

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> table = new int[2][1]);
        maker.start();
        int[][] seen = table;
        assert seen[1][0] == 0;
        seen[1][2] = 1; //~ exception
        maker.join();
    }
}
