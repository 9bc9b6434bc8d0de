//@ property: race
//@ kind: race
//@ says: RacingSort.list

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One thread sorts what the other adds to. */
class RacingSort {
    static final List<Integer> list = new ArrayList<>(List.of(2, 1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(3); //~ race
        });
        other.start();
        Collections.sort(list); //~ race
        other.join();
    }
}
