import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lambdas and what they capture. */
public class MoreCaptures {
    private final String name = "this";

    Supplier<String> bound() {
        return () -> name + this.name.length();
    }

    static Function<Integer, Function<Integer, Integer>> curry(int a) {
        return b -> c -> a * b + c;
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<Supplier<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i * i;
            all.add(() -> copy);
        }
        p(all.stream().map(Supplier::get).toList());
        int[] counter = {0};
        Runnable count = () -> counter[0]++;
        count.run();
        count.run();
        p(counter[0] + " " + curry(2).apply(3).apply(4));
        Function<Object, String> text = String::valueOf;
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        p(text.apply(null) + nested.get().get() + new MoreCaptures().bound().get());
        Callable<Integer> checked = () -> {
            throw new Exception("checked");
        };
        try {
            checked.call();
        } catch (Exception e) {
            p(e.getMessage());
        }
        Runnable both = (Runnable & java.io.Serializable) () -> p("both");
        both.run();
    }
}
