import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** Enums as singletons and strategies. */
public class Singletons {
    enum Operation {
        PLUS("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        };

        static final Map<String, Operation> BY_SYMBOL = new HashMap<>();

        static {
            for (Operation each : values()) BY_SYMBOL.put(each.symbol, each);
        }

        final String symbol;

        Operation(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int a, int b);
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(Operation.PLUS.apply(3, 4) + " " + Operation.valueOf("TIMES").apply(3, 4) + " " + Operation.PLUS.getClass() + " " + Operation.PLUS.getDeclaringClass());
        EnumMap<Operation, Integer> results = new EnumMap<>(Operation.class);
        for (Operation each : Operation.values()) results.put(each, each.apply(6, 2));
        p(results + " " + EnumSet.allOf(Operation.class) + " " + Operation.BY_SYMBOL.get("*"));
        switch (Operation.TIMES) {
            case PLUS -> p("plus");
            case TIMES -> p("times");
        }
    }
}
