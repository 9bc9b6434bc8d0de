//@ property: race
//@ kind: race
//@ says: RacingMapStream.list

import java.util.ArrayList;
import java.util.List;

/** A stream of a list that grows. */
class RacingMapStream {
    static final List<Integer> list = new ArrayList<>(List.of(1));
    static int used;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(2); //~ race
        });
        other.start();
        used += list.stream().mapToInt(it -> it).sum(); //~ race
        other.join();
    }
}
