import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Comparators, built and chained; sorting is stable. */
public class Comparators {
    record Person(String name, int age, Double score) {
        @Override
        public String toString() {
            return name + age;
        }
    }

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>(List.of(new Person("Bob", 30, 1.5), new Person("alice", 25, null),
            new Person("Carol", 30, 0.5), new Person("Dave", 25, 2.5), new Person("alice", 40, 1.0)));
        people.sort(Comparator.comparing(Person::name));
        System.out.println(people);
        people.sort(Comparator.comparing(Person::name, String.CASE_INSENSITIVE_ORDER).thenComparingInt(Person::age));
        System.out.println(people);
        people.sort(Comparator.comparingInt(Person::age).reversed().thenComparing(Person::name, Comparator.reverseOrder()));
        System.out.println(people);
        people.sort(Comparator.comparing(Person::score, Comparator.nullsFirst(Comparator.naturalOrder())));
        System.out.println(people);
        people.sort(Comparator.comparing(Person::score, Comparator.nullsLast(Comparator.reverseOrder())));
        System.out.println(people);
        people.sort((a, b) -> Integer.compare(a.age() % 10, b.age() % 10));
        System.out.println(people);
        System.out.println(Collections.max(people, Comparator.comparingDouble(p -> p.score() == null ? -1 : p.score())));
        Comparator<String> byLength = Comparator.comparingInt(String::length);
        String[] words = {"ccc", "a", "bb", "aa", "b"};
        Arrays.sort(words, byLength.thenComparing(Comparator.naturalOrder()));
        System.out.println(Arrays.toString(words) + " " + byLength.compare("x", "yy") + " " + byLength.reversed().compare("x", "yy"));
        Integer[] numbers = new Integer[100];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 37 % 100;
        }
        Arrays.sort(numbers, Comparator.comparing(n -> n / 10));
        System.out.println(Arrays.asList(numbers).subList(0, 20));
        try {
            Object[] mixed = {1, "a"};
            Arrays.sort(mixed);
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
    }
}
