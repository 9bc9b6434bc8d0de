//@ property: race
//@ kind: race
//@ says: int[0]

import java.util.Arrays;

/** One thread writes into an array that the other puts into words. */
class RacingArrayRead {
    static final int[] numbers = {2, 1};

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            numbers[0] = 5; //~ race
        });
        other.start();
        Arrays.toString(numbers); //~ race
        other.join();
    }
}
