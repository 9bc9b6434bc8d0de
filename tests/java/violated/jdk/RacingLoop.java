//@ property: race
//@ kind: race
//@ says: RacingLoop.list

import java.util.ArrayList;
import java.util.List;

/** The same with a loop. */
class RacingLoop {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2));
    static int used;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.set(0, 3); //~ race
        });
        other.start();
        for (int element : list) { //~ race
            used += element;
        }
        other.join();
    }
}
