import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Generic classes, bounded methods, wildcards, bridges, erasure. */
public class Generics {
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        final T content;

        Box(T content) {
            this.content = content;
        }

        @Override
        public int compareTo(Box<T> other) {
            return content.compareTo(other.content);
        }

        <R extends Comparable<R>> Box<R> map(Function<? super T, ? extends R> function) {
            return new Box<>(function.apply(content));
        }
    }

    abstract static class Shape<S extends Shape<S>> {
        int size;

        abstract S self();

        S grow(int by) {
            size += by;
            return self();
        }
    }

    static class Dot extends Shape<Dot> {
        @Override
        Dot self() {
            return this;
        }

        Dot shout() {
            System.out.print("dot! ");
            return this;
        }
    }

    interface Visitor<R> {
        R visit(int number);
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> all) {
        T best = null;
        for (T each : all) {
            if (best == null || each.compareTo(best) > 0) {
                best = each;
            }
        }
        return best;
    }

    static void fill(List<? super Integer> list) {
        for (int i = 0; i < 3; i++) {
            list.add(i);
        }
    }

    @SafeVarargs
    static <T> List<T> listOf(T... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    @SuppressWarnings("unchecked")
    static <T> T unchecked(Object object) {
        return (T) object;
    }

    public static void main(String[] args) {
        Box<Integer> box = new Box<>(5);
        System.out.println(box.compareTo(new Box<>(7)) + " " + box.map(i -> "v" + i).content);
        System.out.println(max(listOf("pear", "apple", "zebra")) + " " + max(listOf(3, 9, 4)) + " " + max(new ArrayList<String>()));
        List<Object> objects = listOf("text");
        fill(objects);
        System.out.println(objects);
        System.out.println(new Dot().grow(2).shout().grow(3).size);
        Visitor<String> words = number -> "n" + number;
        Visitor<Integer> squares = number -> number * number;
        System.out.println(words.visit(3) + " " + squares.visit(3));
        try {
            String text = unchecked(1);
            System.out.println(text);
        } catch (ClassCastException e) {
            System.out.println("unchecked cast found out");
        }
        List<?> wild = listOf(1, "a", 'c', 2.0);
        for (Object each : wild) {
            System.out.print(each.getClass().getSimpleName() + " ");
        }
        System.out.println();
        System.out.println(listOf(1).getClass() == listOf("a").getClass());
        Comparable<String> comparable = "b";
        System.out.println(comparable.compareTo("a"));
    }
}
