//@ property: race
//@ kind: race
//@ says: RacingInConcurrentMap.map

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** A concurrent map does not protect the lists in it. */
class RacingInConcurrentMap {
    static final ConcurrentHashMap<String, List<Integer>> map = new ConcurrentHashMap<>();

    static {
        map.put("a", new ArrayList<>());
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.get("a").add(1); //~ race
        });
        other.start();
        map.get("a").add(2); //~ race
        other.join();
    }
}
