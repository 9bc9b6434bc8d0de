//@ property: race
//@ kind: race
//@ says: RacingArraySort.numbers

import java.util.Arrays;

/** One thread sorts an array that the other fills. */
class RacingArraySort {
    static final int[] numbers = {2, 1};

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            Arrays.sort(numbers); //~ race
        });
        other.start();
        Arrays.fill(numbers, 3); //~ race
        other.join();
    }
}
