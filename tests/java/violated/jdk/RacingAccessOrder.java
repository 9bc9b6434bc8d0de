//@ property: race
//@ kind: race
//@ says: RacingAccessOrder.map

import java.util.LinkedHashMap;
import java.util.Map;

/** A map in the order of access is changed by get. */
class RacingAccessOrder {
    static final Map<Integer, String> map = new LinkedHashMap<>(16, 0.75f, true);

    static {
        map.put(1, "x");
        map.put(2, "y");
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.get(1); //~ race
        });
        other.start();
        map.get(1); //~ race
        other.join();
    }
}
