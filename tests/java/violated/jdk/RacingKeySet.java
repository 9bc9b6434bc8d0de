//@ property: race
//@ kind: race
//@ says: RacingKeySet.map

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The keys of a map stand for the map. */
class RacingKeySet {
    static final Map<Integer, String> map = new HashMap<>(Map.of(1, "x"));
    static final Set<Integer> keys = map.keySet();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(2, "y"); //~ race
        });
        other.start();
        keys.size(); //~ race
        other.join();
    }
}
