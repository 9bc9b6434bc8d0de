import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Lambdas and every form of method reference. */
public class Lambdas {
    private final String name;

    Lambdas(String name) {
        this.name = name;
    }

    Lambdas() {
        this("none");
    }

    String join(String other) {
        return name + "+" + other;
    }

    Supplier<String> own() {
        return () -> this.name;
    }

    @FunctionalInterface
    interface Three<A, B, C, R> {
        R apply(A a, B b, C c);
    }

    interface Thrower {
        void run() throws Exception;
    }

    static String tryIt(Thrower thrower) {
        try {
            thrower.run();
            return "fine";
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    static long widen(int value) {
        return value * 2L;
    }

    static class Parent {
        String hello() {
            return "parent";
        }
    }

    static class Child extends Parent {
        @Override
        String hello() {
            Supplier<String> above = super::hello;
            return "child of " + above.get();
        }
    }

    public static void main(String[] args) throws Exception {
        Supplier<Lambdas> make = Lambdas::new;
        Function<String, Lambdas> named = Lambdas::new;
        BiFunction<Lambdas, String, String> unbound = Lambdas::join;
        Function<String, String> bound = named.apply("b")::join;
        IntFunction<int[]> array = int[]::new;
        ToLongFunction<Integer> wide = Lambdas::widen;
        System.out.println(make.get().name + " " + unbound.apply(named.apply("u"), "x") + " " + bound.apply("y") + " "
            + array.apply(3).length + " " + wide.applyAsLong(21));
        Function<Integer, Integer> plus = x -> x + 1;
        Function<Integer, Integer> times = x -> x * 10;
        System.out.println(plus.andThen(times).apply(1) + " " + plus.compose(times).apply(1) + " " + Function.<Integer>identity().apply(5));
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().and(s -> s.length() < 3).or("long one"::equals).test("ab") + " " + Predicate.not(empty).test(""));
        Three<Integer, Long, Double, String> three = (a, b, c) -> a + ":" + b + ":" + c;
        System.out.println(three.apply(1, 2L, 3.0));
        List<Supplier<Integer>> suppliers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i * i;
            suppliers.add(() -> copy);
        }
        suppliers.forEach(s -> System.out.print(s.get() + " "));
        System.out.println();
        System.out.println(tryIt(() -> {
            throw new java.io.IOException("x");
        }) + " " + tryIt(() -> Integer.parseInt("z")) + " " + tryIt(() -> { }));
        System.out.println(new Child().hello() + " " + new Lambdas("own").own().get());
        UnaryOperator<UnaryOperator<Integer>> twice = f -> x -> f.apply(f.apply(x));
        System.out.println(twice.apply(x -> x * 3).apply(2));
        BinaryOperator<Integer> smaller = BinaryOperator.minBy(Integer::compare);
        Callable<String> callable = () -> "called";
        Consumer<StringBuilder> first = b -> b.append("1");
        StringBuilder builder = new StringBuilder();
        first.andThen(b -> b.append("2")).accept(builder);
        System.out.println(smaller.apply(4, 3) + " " + callable.call() + " " + builder);
        Runnable self = new Runnable() {
            private int left = 3;

            @Override
            public void run() {
                System.out.print(left + " ");
                if (--left > 0) {
                    this.run();
                }
            }
        };
        self.run();
        System.out.println();
        Runnable serial = (Runnable & java.io.Serializable) () -> System.out.println("both");
        serial.run();
        System.out.println(serial instanceof java.io.Serializable);
    }
}
