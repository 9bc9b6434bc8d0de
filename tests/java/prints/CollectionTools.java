import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** java.util.Collections and the unmodifiable factories. */
public class CollectionTools {
    static void refuse(Collection<Integer> collection) {
        try {
            collection.add(1);
            System.out.println("added");
        } catch (UnsupportedOperationException e) {
            System.out.println("refused " + collection.size());
        }
    }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(4, 1, 3, 2));
        Collections.sort(list);
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list) + " "
            + Collections.binarySearch(list, 3));
        Collections.reverse(list);
        Collections.swap(list, 0, 3);
        Collections.rotate(list, 1);
        System.out.println(list + " " + Collections.frequency(list, 2) + " " + Collections.nCopies(3, "x"));
        Collections.shuffle(list, new Random(42));
        System.out.println(list);
        refuse(Collections.unmodifiableList(list));
        refuse(List.of());
        refuse(List.of(1, 2, 3));
        refuse(Collections.emptySet());
        refuse(Collections.singleton(5));
        refuse(new ArrayList<>());
        refuse(List.copyOf(list));
        System.out.println(Collections.disjoint(List.of(1, 2), List.of(3)) + " " + Collections.indexOfSubList(List.of(1, 2, 3), List.of(2, 3)));
        List<Integer> target = new ArrayList<>(Collections.nCopies(5, 0));
        Collections.copy(target, List.of(9, 8));
        Collections.addAll(target, 7, 6);
        Collections.replaceAll(target, 0, -1);
        System.out.println(target);
        Map<String, Integer> synced = Collections.synchronizedMap(new HashMap<>());
        synced.put("a", 1);
        System.out.println(synced + " " + Collections.unmodifiableMap(synced).get("a") + " " + Map.of("k", 1));
        System.out.println(new TreeSet<>(Arrays.asList(3, 1, 2)).descendingSet() + " " + Collections.reverseOrder().compare(1, 2));
        System.out.println(List.of(1, 2).equals(Arrays.asList(1, 2)) + " " + List.of("a", "b").hashCode() + " "
            + Map.of("k", "v").hashCode() + " " + Map.entry("x", 1));
        try {
            List.of(1, null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        try {
            Map.of("a", 1, "a", 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> sub = target.subList(1, 4);
        sub.clear();
        System.out.println(target + " " + sub);
    }
}
