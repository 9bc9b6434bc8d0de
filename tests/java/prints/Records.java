import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Records: generated members, compact constructors, nesting, generics. */
public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < 0) {
                throw new IllegalArgumentException("x is " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double length() {
            return Math.sqrt(x * x + y * y);
        }

        @Override
        public int y() {
            return y * 2;
        }
    }

    record Pair<A, B>(A first, B second) {
        static <T> Pair<T, T> twin(T value) {
            return new Pair<>(value, value);
        }
    }

    record Mixed(byte b, short s, long l, float f, double d, char c, boolean z, String text, int[] array) {
    }

    record Empty() {
    }

    record Named(String name, Point point) implements Comparable<Named> {
        @Override
        public int compareTo(Named other) {
            return name.compareTo(other.name);
        }
    }

    public static void main(String[] args) {
        Point point = new Point(3, 4);
        System.out.println(point + " " + point.x() + " " + point.y() + " " + point.length() + " " + new Point(7));
        System.out.println(point.equals(new Point(3, 4)) + " " + point.equals(null) + " " + point.equals(Point.ORIGIN)
            + " " + (point.hashCode() == new Point(3, 4).hashCode()));
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Pair<>("a", 1) + " " + Pair.twin(2.5) + " " + new Pair<>(null, point));
        Mixed mixed = new Mixed((byte) 1, (short) 2, 3L, 4f, 5.0, 'c', true, "t", null);
        System.out.println(mixed + " " + mixed.equals(new Mixed((byte) 1, (short) 2, 3L, 4f, 5.0, 'c', true, "t", null)));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()));
        Set<Pair<Integer, String>> set = new HashSet<>();
        set.add(new Pair<>(1, "x"));
        set.add(new Pair<>(1, "x"));
        System.out.println(set.size() + " " + set);
        List<Named> list = new ArrayList<>(List.of(new Named("b", point), new Named("a", Point.ORIGIN)));
        Collections.sort(list);
        System.out.println(list);
        list.sort(Comparator.comparing(n -> -n.point().x()));
        System.out.println(list.get(0).name());
        record Local(int n) {
        }
        System.out.println(new Local(9) + " " + Double.valueOf(Double.NaN).equals(Double.NaN) + " "
            + new Pair<>(Double.NaN, 0.0).equals(new Pair<>(Double.NaN, -0.0)));
    }
}
