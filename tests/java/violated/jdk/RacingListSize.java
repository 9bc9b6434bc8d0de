//@ property: race
//@ kind: race
//@ says: RacingListSize.list

import java.util.ArrayList;
import java.util.List;

/** One thread asks for the size while the other adds. */
class RacingListSize {
    static final List<Integer> list = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(1); //~ race
        });
        other.start();
        list.isEmpty(); //~ race
        other.join();
    }
}
