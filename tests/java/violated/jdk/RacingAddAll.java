//@ property: race
//@ kind: race
//@ says: RacingAddAll.list

import java.util.ArrayList;
import java.util.List;

/** One thread adds all of a list to its own. */
class RacingAddAll {
    static final List<Integer> list = new ArrayList<>(List.of(1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(2); //~ race
        });
        other.start();
        new ArrayList<Integer>().addAll(list); //~ race
        other.join();
    }
}
