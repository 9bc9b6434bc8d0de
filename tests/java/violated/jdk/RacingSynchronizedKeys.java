//@ property: race
//@ kind: race
//@ says: RacingSynchronizedKeys.map

import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** The keys of a synchronized map must be gone through under its lock. */
class RacingSynchronizedKeys {
    static final Map<Integer, String> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, "x")));
    static int used;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(2, "y"); //~ race
        });
        other.start();
        for (int key : map.keySet()) { //~ race
            used += key;
        }
        other.join();
    }
}
