//@ property: race
//@ kind: race
//@ says: RacingHashMap.map

import java.util.HashMap;
import java.util.Map;

/** Two threads put into one HashMap. */
class RacingHashMap {
    static final Map<String, Integer> map = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put("a", 1); //~ race
        });
        other.start();
        map.put("b", 2); //~ race
        other.join();
    }
}
