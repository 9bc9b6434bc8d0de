import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Interfaces with code. */
public class DefaultMethods {
    interface First {
        default String hello() {
            return "first";
        }

        static First of() {
            return new First() {};
        }

        private String secret() {
            return "s";
        }

        default String twice(String it) {
            return it + secret() + it;
        }
    }

    interface Second {
        default String hello() {
            return "second";
        }
    }

    static class Both implements First, Second {
        @Override
        public String hello() {
            return First.super.hello() + Second.super.hello();
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Both both = new Both();
        p(both.hello() + " " + First.of().hello() + " " + both.twice("x") + " " + (both instanceof Second));
        Function<Integer, Integer> inc = x -> x + 1;
        p(inc.andThen(x -> x * 2).compose((Integer x) -> x - 1).apply(5) + " " + Function.<Integer>identity().apply(9));
        Predicate<String> empty = String::isEmpty;
        p(empty.negate().or(it -> it == null).test("") + " " + Predicate.not(empty).test("x") + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(4, 2));
        Supplier<List<String>> make = ArrayList::new;
        BiFunction<String, Integer, Character> at = String::charAt;
        UnaryOperator<String> up = String::toUpperCase;
        p(make.get() + " " + at.apply("abc", 1) + up.apply("q"));
    }
}
