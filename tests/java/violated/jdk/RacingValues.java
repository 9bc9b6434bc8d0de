//@ property: race
//@ kind: race
//@ says: RacingValues.map

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** So do its values. */
class RacingValues {
    static final Map<Integer, String> map = new HashMap<>(Map.of(1, "x"));
    static final Collection<String> values = map.values();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.remove(1); //~ race
        });
        other.start();
        values.contains("x"); //~ race
        other.join();
    }
}
