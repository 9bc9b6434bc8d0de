//@ property: race
//@ kind: race
//@ says: RacingCopy.list

import java.util.ArrayList;
import java.util.List;

/** One thread copies what the other adds to. */
class RacingCopy {
    static final List<Integer> list = new ArrayList<>(List.of(1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(2); //~ race
        });
        other.start();
        new ArrayList<>(list); //~ race
        other.join();
    }
}
