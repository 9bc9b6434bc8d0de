import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collectors. */
public class Collecting {
    record Sale(String item, String city, int amount) {
    }

    static void show(Object result) {
        System.out.println(result);
    }

    public static void main(String[] args) {
        List<Sale> sales = List.of(new Sale("tea", "Oslo", 3), new Sale("cake", "Rome", 5), new Sale("tea", "Rome", 4),
            new Sale("pie", "Oslo", 10), new Sale("cake", "Oslo", 1));
        show(sales.stream().collect(Collectors.groupingBy(Sale::item, TreeMap::new, Collectors.counting())));
        show(sales.stream().collect(Collectors.groupingBy(Sale::city, TreeMap::new, Collectors.summingInt(Sale::amount))));
        show(sales.stream().collect(Collectors.groupingBy(Sale::city, TreeMap::new,
            Collectors.mapping(Sale::item, Collectors.toCollection(TreeSet::new)))));
        show(sales.stream().collect(Collectors.partitioningBy(s -> s.amount() > 3,
            Collectors.mapping(Sale::amount, Collectors.toList()))));
        show(sales.stream().collect(Collectors.toMap(Sale::item, Sale::amount, Integer::sum, LinkedHashMap::new)));
        show(sales.stream().collect(Collectors.averagingInt(Sale::amount)) + " "
            + sales.stream().collect(Collectors.summarizingInt(Sale::amount)));
        show(sales.stream().map(Sale::item).distinct().sorted().collect(Collectors.joining(" & ", "<", ">")));
        show(sales.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " "
            + sales.stream().collect(Collectors.reducing(0, Sale::amount, Math::max)) + " "
            + sales.stream().map(Sale::amount).collect(Collectors.maxBy(Integer::compare)).get());
        show(sales.stream().collect(Collectors.teeing(Collectors.counting(),
            Collectors.summingInt(Sale::amount), (count, sum) -> count + ":" + sum)));
        show(sales.stream().collect(Collectors.groupingBy(Sale::item, TreeMap::new,
            Collectors.filtering(s -> s.amount() > 3, Collectors.flatMapping(s -> Stream.of(s.city(), s.amount()), Collectors.toList())))));
        Collector<Integer, List<Integer>, Integer> last = Collector.of(ArrayList::new, List::add, (a, b) -> {
            a.addAll(b);
            return a;
        }, list -> list.get(list.size() - 1));
        System.out.println(IntStream.range(0, 9).boxed().collect(last));
        try {
            sales.stream().collect(Collectors.toMap(Sale::item, Sale::amount));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Map<Boolean, Map<String, Long>> nested = sales.stream().collect(Collectors.partitioningBy(s -> s.city().equals("Oslo"),
            Collectors.groupingBy(Sale::item, TreeMap::new, Collectors.counting())));
        System.out.println(nested);
    }
}
