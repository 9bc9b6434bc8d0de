//@ property: race
//@ kind: race
//@ says: RacingArrayList.list

import java.util.ArrayList;
import java.util.List;

/** Two threads add to one ArrayList. */
class RacingArrayList {
    static final List<Integer> list = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(1); //~ race
        });
        other.start();
        list.add(2); //~ race
        other.join();
    }
}
