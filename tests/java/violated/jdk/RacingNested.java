//@ property: race
//@ kind: race
//@ says: RacingNested.map

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A list inside of a map that nobody changes. */
class RacingNested {
    static final Map<String, List<Integer>> map = new HashMap<>(Map.of("a", new ArrayList<>()));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.get("a").add(1); //~ race
        });
        other.start();
        map.get("a").add(2); //~ race
        other.join();
    }
}
