//@ property: race
//@ kind: race
//@ says: RacingSubLists.list

import java.util.ArrayList;
import java.util.List;

/** Two parts of one list. */
class RacingSubLists {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    static final List<Integer> one = list.subList(0, 2);
    static final List<Integer> two = list.subList(1, 3);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            one.set(1, 5); //~ race
        });
        other.start();
        two.get(0); //~ race
        other.join();
    }
}
