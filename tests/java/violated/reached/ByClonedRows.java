//@ property: race
//@ kind: race

/** A copy of an array of arrays has the same rows. */
public class ByClonedRows {
    public static void main(String[] args) throws InterruptedException {
        int[][] first = new int[2][2];
        int[][] second = first.clone();
        Thread other = new Thread(() -> {
            second[1][0] = 1; //~ race
        });
        other.start();
        first[1][0] = 2; //~ race
        other.join();
    }
}
