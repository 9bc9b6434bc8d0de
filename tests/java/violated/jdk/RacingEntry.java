//@ property: race
//@ kind: race
//@ says: RacingEntry.entry

import java.util.HashMap;
import java.util.Map;

/** An entry stands for its map. */
class RacingEntry {
    static final Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
    static final Map.Entry<String, Integer> entry = map.entrySet().iterator().next();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            entry.setValue(2); //~ race
        });
        other.start();
        map.get("a"); //~ race
        other.join();
    }
}
