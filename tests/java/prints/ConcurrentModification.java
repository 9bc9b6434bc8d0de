import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Iterators that fail fast. */
public class ConcurrentModification {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        try {
            for (Integer each : list) list.remove(each);
        } catch (ConcurrentModificationException e) {
            p(e + " " + list);
        }
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        try {
            for (String each : map.keySet()) map.put(each + each, 2);
        } catch (ConcurrentModificationException e) {
            p("map " + map.size());
        }
    }
}
