import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.stream.StreamSupport;

/** Iterators, iterables and spliterators. */
public class Iterating {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Iterable<Integer> three = () -> new Iterator<>() {
            int next;

            @Override
            public boolean hasNext() {
                return next < 3;
            }

            @Override
            public Integer next() {
                return next++;
            }
        };
        for (int each : three) System.out.print(each + " ");
        p("");
        Spliterator<Integer> all = List.of(1, 2, 3, 4).spliterator();
        Spliterator<Integer> half = all.trySplit();
        half.forEachRemaining(it -> System.out.print("h" + it + " "));
        all.tryAdvance(it -> System.out.print("a" + it + " "));
        p(all.estimateSize() + " " + all.hasCharacteristics(Spliterator.SIZED));
        p(StreamSupport.stream(three.spliterator(), false).count());
    }
}
