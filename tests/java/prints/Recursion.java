import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Recursion, memory of results and deep stacks. */
public class Recursion {
    static long fibonacci(int n, Map<Integer, Long> known) {
        if (n < 2) return n;
        Long before = known.get(n);
        if (before != null) return before;
        long value = fibonacci(n - 1, known) + fibonacci(n - 2, known);
        known.put(n, value);
        return value;
    }

    static int ackermann(int m, int n) {
        if (m == 0) return n + 1;
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static int hanoi(int n) {
        return n == 0 ? 0 : 2 * hanoi(n - 1) + 1;
    }

    static List<String> permutations(String text) {
        if (text.isEmpty()) return List.of("");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            for (String rest : permutations(text.substring(0, i) + text.substring(i + 1))) all.add(text.charAt(i) + rest);
        }
        return all;
    }

    static int endless(int depth) {
        return endless(depth + 1) + 1;
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(fibonacci(50, new HashMap<>()) + " " + ackermann(2, 3) + " " + hanoi(5) + " " + permutations("abc"));
        p(Stream.iterate(new long[] {0, 1}, it -> new long[] {it[1], it[0] + it[1]}).limit(10).map(it -> it[0]).toList());
        try {
            endless(0);
        } catch (StackOverflowError e) {
            p("overflow");
        }
    }
}
