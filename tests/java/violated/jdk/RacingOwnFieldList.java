//@ property: race
//@ kind: race
//@ says: RacingOwnFieldList.items

import java.util.ArrayList;
import java.util.List;

/** A list in an object of the program. */
class RacingOwnFieldList {
    final List<Integer> items = new ArrayList<>();
    static final RacingOwnFieldList box = new RacingOwnFieldList();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            box.items.add(1); //~ race
        });
        other.start();
        box.items.add(2); //~ race
        other.join();
    }
}
