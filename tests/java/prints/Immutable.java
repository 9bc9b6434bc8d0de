import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections that can not be changed. */
public class Immutable {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<Integer> list = List.of(3, 1, 2);
        p(list + " " + List.copyOf(list).equals(list) + " " + Map.ofEntries(Map.entry("k", 1)) + " " + Set.of(5).contains(5) + " " + list.contains(9));
        for (Runnable each : new Runnable[] {() -> list.add(1), () -> List.of(1, null), () -> Map.of("a", 1, "a", 2), () -> Set.of(1, 1), () -> Collections.emptyList().add(null), () -> list.contains(null)}) {
            try {
                each.run();
                p("fine");
            } catch (RuntimeException e) {
                p(e);
            }
        }
        p(Collections.singletonMap("a", 1) + " " + Collections.unmodifiableSet(new java.util.TreeSet<>(list)) + " " + Map.entry(1, 2) + " " + new java.util.AbstractMap.SimpleEntry<>("x", 1));
    }
}
