import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** HashMap, LinkedHashMap, TreeMap and others. */
public class Maps {
    static class Collides {
        private final int id;

        Collides(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Collides c && c.id == id;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size() + " " + map.hashCode());
        map.compute("cat", (key, value) -> value == null ? 1 : value + 10);
        map.computeIfAbsent("fish", String::length);
        map.computeIfPresent("dog", (key, value) -> null);
        map.putIfAbsent("the", 100);
        System.out.println(map + " " + map.getOrDefault("none", -1) + " " + map.put("bird", 7) + " " + map.remove("and"));
        map.put(null, 0);
        System.out.println(map.containsKey(null) + " " + map.get(null) + " " + map.containsValue(7) + " " + map.replace("the", 5));
        map.entrySet().removeIf(entry -> entry.getValue() < 5);
        map.replaceAll((key, value) -> value * 2);
        List<String> keys = new ArrayList<>(map.keySet());
        System.out.println(keys + " " + map.values());
        Map<Integer, Integer> large = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            large.put(i * 31, i);
        }
        long sum = 0;
        for (Map.Entry<Integer, Integer> entry : large.entrySet()) {
            sum = sum * 7 + entry.getKey() + entry.getValue();
        }
        System.out.println(large.size() + " " + sum);
        Map<Collides, Integer> tree = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            tree.put(new Collides(i), i);
        }
        System.out.println(tree.size() + " " + tree.get(new Collides(33)) + " " + tree.remove(new Collides(5)) + " "
            + tree.get(new Collides(99)));
        Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 3;
            }
        };
        for (String key : new String[] {"a", "b", "c", "a", "d", "e", "a"}) {
            recent.put(key, recent.getOrDefault(key, 0) + 1);
        }
        System.out.println(recent);
        TreeMap<Integer, String> sorted = new TreeMap<>();
        for (int i = 10; i > 0; i -= 2) {
            sorted.put(i, "v" + i);
        }
        System.out.println(sorted + " " + sorted.firstKey() + " " + sorted.floorKey(5) + " " + sorted.higherEntry(8) + " "
            + sorted.headMap(6) + " " + sorted.tailMap(6, false) + " " + sorted.descendingMap() + " " + sorted.pollFirstEntry());
        Map<String, Integer> identity = new IdentityHashMap<>();
        identity.put("x", 1);
        identity.put(new String("x"), 2);
        Map<String, Integer> weak = new WeakHashMap<>();
        weak.put("kept", 1);
        Properties properties = new Properties();
        properties.setProperty("k", "v");
        System.out.println(identity.size() + " " + weak + " " + properties.getProperty("k") + " " + properties.getProperty("n", "d"));
    }
}
