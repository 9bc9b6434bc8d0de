//@ property: race
//@ kind: race
//@ says: RacingMapRead.map

import java.util.HashMap;
import java.util.Map;

/** One thread reads what the other replaces. */
class RacingMapRead {
    static final Map<String, Integer> map = new HashMap<>(Map.of("a", 1));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put("a", 2); //~ race
        });
        other.start();
        map.get("a"); //~ race
        other.join();
    }
}
