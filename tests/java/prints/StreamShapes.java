import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Streams of all shapes. */
public class StreamShapes {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(IntStream.rangeClosed(1, 5).boxed().map(it -> it * it).toList());
        p(Stream.iterate(1, it -> it < 100, it -> it * 3).toList());
        p(Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).skip(1).findFirst());
        p(Stream.of(1, 2, 3, 4).takeWhile(it -> it < 3).reduce(0, Integer::sum));
        p(DoubleStream.of(1.5, 2.5).average().getAsDouble() + " " + LongStream.of(3, 4).max());
        p(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).peek(it -> System.out.print(it + ";")).count());
        p(Stream.of("x", "y").flatMap(a -> Stream.of(1, 2).map(b -> a + b)).collect(java.util.stream.Collectors.toList()));
        p("hello".chars().filter(it -> it == 'l').count() + " " + Stream.of(1, 1, 2).distinct().anyMatch(it -> it == 2));
    }
}
