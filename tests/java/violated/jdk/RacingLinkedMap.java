//@ property: race
//@ kind: race
//@ says: RacingLinkedMap.map

import java.util.LinkedHashMap;
import java.util.Map;

/** One thread goes through the values while the other puts. */
class RacingLinkedMap {
    static final Map<Integer, String> map = new LinkedHashMap<>(Map.of(1, "x", 2, "y"));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(3, "z"); //~ race
        });
        other.start();
        map.containsValue("none"); //~ race
        other.join();
    }
}
