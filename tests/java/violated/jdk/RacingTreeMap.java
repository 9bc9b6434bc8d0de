//@ property: race
//@ kind: race
//@ says: RacingTreeMap.map

import java.util.TreeMap;

/** Two threads use one TreeMap. */
class RacingTreeMap {
    static final TreeMap<Integer, String> map = new TreeMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(1, "x"); //~ race
        });
        other.start();
        map.get(1); //~ race
        other.join();
    }
}
