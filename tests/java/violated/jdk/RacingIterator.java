//@ property: race
//@ kind: race
//@ says: RacingIterator.list

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** One thread goes through a list while the other adds to it. */
class RacingIterator {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2));
    static final Iterator<Integer> iterator = list.iterator();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(3); //~ race
        });
        other.start();
        iterator.next(); //~ race
        other.join();
    }
}
