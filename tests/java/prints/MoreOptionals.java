import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;

/** Values that may be missing. */
public class MoreOptionals {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Optional<String> some = Optional.of("x");
        Optional<String> none = Optional.empty();
        p(some.map(String::toUpperCase) + " " + none.or(() -> some) + " " + none.isPresent() + " " + some.filter(String::isEmpty));
        p(none.orElse("d") + none.orElseGet(() -> "e") + some.stream().count() + OptionalInt.of(3));
        try {
            none.orElseThrow();
        } catch (NoSuchElementException e) {
            p(e);
        }
        some.ifPresentOrElse(it -> p("has " + it), () -> p("none"));
    }
}
