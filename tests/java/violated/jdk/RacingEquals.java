//@ property: race
//@ kind: race
//@ says: RacingEquals.list

import java.util.ArrayList;
import java.util.List;

/** A list is compared while it grows. */
class RacingEquals {
    static final List<Integer> list = new ArrayList<>(List.of(1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(2); //~ race
        });
        other.start();
        List.of(1).equals(list); //~ race
        other.join();
    }
}
