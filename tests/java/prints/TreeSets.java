import java.util.Collections;
import java.util.Comparator;
import java.util.TreeSet;

/** Sorted sets. */
public class TreeSets {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        TreeSet<Integer> set = new TreeSet<>(Comparator.reverseOrder());
        Collections.addAll(set, 5, 1, 9, 3);
        p(set + " " + set.first() + " " + set.ceiling(4) + " " + set.headSet(3) + " " + set.descendingSet());
        p(set.removeIf(it -> it > 4) + " " + set + " " + set.pollLast());
    }
}
