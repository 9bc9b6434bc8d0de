//@ property: race
//@ kind: race
//@ says: RacingPrinted.list

import java.util.ArrayList;
import java.util.List;

/** One thread prints a list that the other adds to. */
class RacingPrinted {
    static final List<Integer> list = new ArrayList<>();
    static int used;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(1); //~ race
        });
        other.start();
        used += String.valueOf(list).length(); //~ race
        other.join();
    }
}
