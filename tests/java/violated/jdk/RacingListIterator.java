//@ property: race
//@ kind: race
//@ says: RacingListIterator.list

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reversing a list that is read. */
class RacingListIterator {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            Collections.reverse(list); //~ race
        });
        other.start();
        list.get(0); //~ race
        other.join();
    }
}
