import java.util.List;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;

/** Joining, scanning and tokens. */
public class TextTools {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        StringJoiner joiner = new StringJoiner(", ", "[", "]").setEmptyValue("none");
        p(joiner + " " + joiner.add("a").add("b"));
        StringTokenizer tokens = new StringTokenizer("a b,c", " ,");
        while (tokens.hasMoreTokens()) System.out.print(tokens.nextToken() + ".");
        p(tokens.countTokens());
        Scanner scanner = new Scanner("12 abc 3.5\nline two\n");
        p(scanner.nextInt() + scanner.next() + scanner.nextDouble() + scanner.nextLine() + "|" + scanner.nextLine() + scanner.hasNext());
        p(String.join("-", List.of("x", "y")) + "ab".repeat(3) + " x ".strip() + "  y".stripLeading() + "a\nb\n".lines().count());
        p("Hello".chars().sum() + " " + "b".compareTo("abc") + " " + "A".equalsIgnoreCase("a") + " " + "x".isBlank() + "tEst".toUpperCase());
    }
}
