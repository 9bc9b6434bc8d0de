//@ property: race
//@ kind: race
//@ says: RacingIterators.list

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Two iterators of one list, of which one removes. */
class RacingIterators {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2));
    static final Iterator<Integer> first = started();
    static final Iterator<Integer> second = list.iterator();

    static Iterator<Integer> started() {
        Iterator<Integer> iterator = list.iterator();
        iterator.next();
        return iterator;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            second.hasNext(); //~ race
        });
        other.start();
        first.remove(); //~ race
        other.join();
    }
}
