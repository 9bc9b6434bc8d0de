//@ property: race
//@ kind: race
//@ says: RacingMethodReference.list

import java.util.ArrayList;
import java.util.List;

/** A thread whose whole code is a reference to a method of the library. */
class RacingMethodReference {
    static final List<Integer> list = new ArrayList<>(List.of(1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(list::clear);
        other.start();
        list.size(); //~ race
        other.join();
    }
}
