import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions. */
public class MoreRegexes {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Matcher matcher = Pattern.compile("(?<key>\\w+)=(\\d+)").matcher("a=1, bb=22; c=x");
        while (matcher.find()) p(matcher.group("key") + " " + matcher.group(2) + " " + matcher.start() + "-" + matcher.end());
        p("a1b22c".replaceAll("\\d+", "<$0>") + " " + Arrays.toString("a,b;;c".split("[,;]")) + " " + "Foo".matches("(?i)foo"));
        p(Pattern.compile("(a+)(b?)").matcher("aaab").replaceAll(it -> it.group(2) + it.group(1)));
        p(Pattern.compile("\\s*,\\s*").splitAsStream("x , y,z").toList() + " " + Pattern.quote("a.b"));
        try {
            Pattern.compile("(");
        } catch (PatternSyntaxException e) {
            p(e.getDescription() + " " + e.getIndex());
        }
        p("abcabc".replaceFirst("(?<=b)c", "!") + " " + "aXbX".lastIndexOf('X') + " " + Pattern.matches("\\p{Lu}\\p{Ll}*", "Ab"));
    }
}
