import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Streams: sources, stages, laziness, ends. */
public class Streams {
    public static void main(String[] args) {
        List<String> words = List.of("apple", "fig", "banana", "kiwi", "cherry", "fig");
        System.out.println(words.stream().filter(w -> w.length() > 3).map(String::toUpperCase).sorted().collect(Collectors.toList()));
        System.out.println(words.stream().distinct().mapToInt(String::length).sum() + " " + words.stream().skip(2).findFirst().get()
            + " " + words.stream().anyMatch("kiwi"::equals) + words.stream().allMatch(w -> w.length() > 2)
            + words.stream().noneMatch(String::isEmpty));
        System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 1).boxed().map(String::valueOf)
            .collect(Collectors.joining(",", "[", "]")));
        System.out.println(Stream.iterate(1, i -> i * 3).limit(6).reduce(0, Integer::sum) + " "
            + Stream.iterate(1, i -> i < 50, i -> i * 2).count() + " " + LongStream.rangeClosed(1, 15).reduce(1, (a, b) -> a * b));
        System.out.println(Stream.of(List.of(1, 2), List.of(3), List.<Integer>of()).flatMap(List::stream).map(i -> i * i)
            .collect(Collectors.toList()));
        StringBuilder trace = new StringBuilder();
        int first = Stream.of(5, 8, 12, 20).peek(i -> trace.append("p").append(i).append(' '))
            .map(i -> {
                trace.append("m").append(i).append(' ');
                return i / 2;
            }).filter(i -> i > 3).findFirst().orElse(-1);
        System.out.println(first + " " + trace);
        System.out.println(words.stream().max(String::compareTo).get() + " " + words.stream().min((a, b) -> a.length() - b.length()).get());
        System.out.println(words.stream().takeWhile(w -> !w.startsWith("k")).count() + " "
            + words.stream().dropWhile(w -> !w.startsWith("k")).collect(Collectors.toList()));
        System.out.println(IntStream.of(3, 1, 2).sorted().mapToObj(Integer::toString).collect(Collectors.joining()) + " "
            + IntStream.range(0, 5).summaryStatistics() + " " + IntStream.of(1, 2, 4).average().getAsDouble());
        System.out.println(Arrays.stream(new double[] {1.5, 2.5}).map(Math::ceil).sum() + " " + "hello".chars().filter(c -> c == 'l').count());
        System.out.println(Arrays.toString(words.stream().map(String::length).toArray(Integer[]::new)) + " "
            + Stream.concat(Stream.of(1), Stream.of(2)).toList());
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a * b;
        System.out.println(Stream.of(1, 2, 3).map(curried.apply(10)).collect(Collectors.toList()));
        System.out.println(words.stream().reduce("", (text, word) -> text + word.charAt(0)) + " "
            + Stream.of("x", "y").reduce(0, (sum, word) -> sum + word.charAt(0), Integer::sum));
        System.out.println(Stream.generate(() -> "z").limit(3).collect(Collectors.toList()) + " "
            + words.stream().sorted((a, b) -> b.compareTo(a)).limit(2).toList() + " "
            + Stream.of(1, 2, 3, 4).mapMulti((Integer i, java.util.function.Consumer<Object> sink) -> {
                if (i % 2 == 0) {
                    sink.accept(i);
                    sink.accept(-i);
                }
            }).toList());
        Stream<String> used = words.stream();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
