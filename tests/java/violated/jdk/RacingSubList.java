//@ property: race
//@ kind: race
//@ says: RacingSubList.list

import java.util.ArrayList;
import java.util.List;

/** A part of a list stands for the list. */
class RacingSubList {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    static final List<Integer> part = list.subList(0, 2);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.set(0, 5); //~ race
        });
        other.start();
        part.get(0); //~ race
        other.join();
    }
}
