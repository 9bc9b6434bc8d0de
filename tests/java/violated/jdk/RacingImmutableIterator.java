//@ property: race
//@ kind: race
//@ says: RacingImmutableIterator.iterator

import java.util.Iterator;
import java.util.List;

/** An immutable list may be shared, its iterator may not. */
class RacingImmutableIterator {
    static final Iterator<Integer> iterator = List.of(1, 2, 3).iterator();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            iterator.next(); //~ race
        });
        other.start();
        iterator.next(); //~ race
        other.join();
    }
}
