import java.util.ArrayList;
import java.util.List;

/** Generic methods, bounds and erasure. */
public class MoreGenerics {
    record Pair<A, B>(A a, B b) {
        Pair<B, A> swap() {
            return new Pair<>(b, a);
        }
    }

    static <A, B> Pair<A, B> pair(A a, B b) {
        return new Pair<>(a, b);
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> list) {
        T best = list.get(0);
        for (T each : list) if (each.compareTo(best) > 0) best = each;
        return best;
    }

    static int count(String... all) {
        return all == null ? -1 : all.length;
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(max(List.of(3, 9, 4)) + " " + max(List.of("b", "c", "a")) + " " + pair(1, "x").swap());
        List<? super Integer> sink = new ArrayList<Number>(List.of(1.5));
        sink.add(2);
        p(sink + " " + count("a", "b") + count() + count((String[]) null));
        try {
            Object[] objects = new String[1];
            objects[0] = 1;
        } catch (ArrayStoreException e) {
            p(e);
        }
        try {
            @SuppressWarnings({"unchecked", "rawtypes"})
            List<String> wrong = (List) new ArrayList<>(List.of(1));
            String text = wrong.get(0);
            p(text);
        } catch (ClassCastException e) {
            p("cast");
        }
        p(Pair.class.getTypeParameters()[0] + " " + MoreGenerics.class.getDeclaredMethod("max", List.class).toGenericString());
    }
}
