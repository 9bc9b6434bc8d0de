//@ property: race
//@ kind: race
//@ says: RacingTreeHead.map

import java.util.SortedMap;
import java.util.TreeMap;

/** The head of a map stands for the map. */
class RacingTreeHead {
    static final TreeMap<Integer, String> map = new TreeMap<>();
    static final SortedMap<Integer, String> head = map.headMap(5);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(1, "x"); //~ race
        });
        other.start();
        head.size(); //~ race
        other.join();
    }
}
