import java.util.Map;
import java.util.TreeMap;

/** Sorted maps and their views. */
public class TreeMaps {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        TreeMap<String, Integer> map = new TreeMap<>(Map.of("d", 4, "a", 1, "c", 3, "b", 2));
        p(map + " " + map.headMap("c") + " " + map.tailMap("c", false) + " " + map.subMap("b", "d"));
        p(map.floorKey("bb") + map.ceilingKey("bb") + map.higherEntry("c") + map.lowerEntry("a"));
        p(map.descendingMap() + " " + map.pollFirstEntry() + " " + map.navigableKeySet());
        map.merge("b", 5, Integer::sum);
        map.computeIfPresent("c", (k, v) -> null);
        p(map);
    }
}
