import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small program of everyday code. */
public class Hexagons {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Map<String, List<Integer>> index = new TreeMap<>();
        String text = "the cat and the dog and the bird";
        int position = 0;
        for (String word : text.split(" ")) index.computeIfAbsent(word, it -> new ArrayList<>()).add(position++);
        index.forEach((word, where) -> System.out.println(word + " " + where));
        p(index.entrySet().stream().max(Map.Entry.comparingByValue(Comparator.comparing(List::size))).get().getKey());
        Iterator<Map.Entry<String, List<Integer>>> it = index.entrySet().iterator();
        while (it.hasNext()) if (it.next().getValue().size() < 2) it.remove();
        p(index);
    }
}
