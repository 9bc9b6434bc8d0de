import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that keep an order. */
public class LinkedMaps {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>(4, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 2;
            }
        };
        map.put("a", 1);
        map.put("b", 2);
        map.get("a");
        map.put("c", 3);
        p(map + " " + map.keySet() + " " + map.values() + " " + map.entrySet());
        EnumMap<Thread.State, String> states = new EnumMap<>(Thread.State.class);
        states.put(Thread.State.WAITING, "w");
        states.put(Thread.State.NEW, "n");
        p(states);
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        identity.put(new String("x"), 1);
        identity.put(new String("x"), 2);
        p(identity.size());
    }
}
