import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Optional, its primitive cousins, and Objects. */
public class Optionals {
    static Optional<Integer> parse(String text) {
        try {
            return Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static void main(String[] args) {
        System.out.println(parse("12") + " " + parse("x") + " " + parse("5").map(i -> i * 2) + " "
            + parse("5").filter(i -> i > 10) + " " + parse("7").flatMap(i -> parse("" + i + i)));
        System.out.println(parse("x").orElse(-1) + " " + parse("x").orElseGet(() -> 9) + " " + parse("3").isPresent() + " "
            + parse("x").isEmpty() + " " + parse("x").or(() -> parse("8")).get());
        parse("4").ifPresent(System.out::println);
        parse("x").ifPresentOrElse(System.out::println, () -> System.out.println("none"));
        try {
            parse("x").get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            parse("x").orElseThrow(() -> new IllegalStateException("mine"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Optional.ofNullable(null) + " " + Optional.of("a").equals(Optional.of("a")) + " "
            + Optional.of("a").hashCode() + " " + parse("6").stream().mapToInt(i -> i).sum());
        OptionalInt max = IntStream.of(3, 8, 5).max();
        OptionalDouble average = IntStream.empty().average();
        System.out.println(max + " " + max.getAsInt() + " " + average + " " + IntStream.of(1, 2).average().getAsDouble());
        System.out.println(Objects.equals(null, null) + " " + Objects.requireNonNullElse(null, "other") + " "
            + Objects.toString(null, "default") + " " + Objects.hash(1, "a", null) + " " + Objects.hashCode(null) + " "
            + Objects.compare("a", "b", String::compareTo));
        try {
            Objects.requireNonNull(null, "must be there");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.checkIndex(5, 3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
