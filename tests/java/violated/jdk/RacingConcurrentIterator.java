//@ property: race
//@ kind: race
//@ says: RacingConcurrentIterator.iterator

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Nor may the iterator of a concurrent map. */
class RacingConcurrentIterator {
    static final Iterator<Integer> iterator = new ConcurrentHashMap<>(Map.of(1, 2, 3, 4)).keySet().iterator();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            iterator.next(); //~ race
        });
        other.start();
        iterator.next(); //~ race
        other.join();
    }
}
