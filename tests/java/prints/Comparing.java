import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Comparable and comparators. */
public class Comparing {
    record Person(String name, int age) implements Comparable<Person> {
        @Override
        public int compareTo(Person other) {
            return name.compareTo(other.name);
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<Person> people = new ArrayList<>(List.of(new Person("Bo", 30), new Person("Al", 30), new Person("Cy", 20)));
        Collections.sort(people);
        p(people);
        people.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder()));
        p(people);
        p(Stream.of("b", null, "a").sorted(Comparator.nullsFirst(Comparator.naturalOrder())).toList());
        Integer[] numbers = {3, 1, 2};
        Arrays.sort(numbers, (a, b) -> b - a);
        p(Arrays.toString(numbers) + " " + Integer.compare(1, 2) + Double.compare(0.0, -0.0) + Boolean.compare(true, false));
        p(new TreeSet<>(String.CASE_INSENSITIVE_ORDER) {{
            add("b");
            add("B");
            add("A");
        }});
    }
}
