import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ListIterator;

/** Views of lists. */
public class ListViews {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        list.subList(1, 3).clear();
        p(list);
        Collections.reverse(list);
        Collections.swap(list, 0, 3);
        Collections.rotate(list, 1);
        p(list + " " + Collections.max(list) + " " + Collections.frequency(list, 5) + " " + Collections.nCopies(2, "x"));
        try {
            Collections.unmodifiableList(list).add(1);
        } catch (UnsupportedOperationException e) {
            p(e);
        }
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.set(0);
        p(list + " " + Collections.binarySearch(List.of(1, 3, 5), 4));
    }
}
