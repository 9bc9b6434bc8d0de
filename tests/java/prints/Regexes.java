import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** java.util.regex. */
public class Regexes {
    public static void main(String[] args) {
        Matcher matcher = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("mail bob@site.com or eve@home.org now");
        while (matcher.find()) {
            System.out.println(matcher.group() + " " + matcher.group(1) + " " + matcher.group(3) + " " + matcher.start() + "-"
                + matcher.end(2));
        }
        Pattern date = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)");
        Matcher found = date.matcher("on 2024-05 and 1999-12");
        System.out.println(found.find() + " " + found.group("year") + " " + found.group("month"));
        System.out.println(date.matcher("a 2024-05 b").replaceAll("${month}/$1"));
        System.out.println("aaa".replaceAll("a*", "X") + " " + "a1b2".replaceAll("[0-9]", "<$0>"));
        System.out.println(Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c  ,d")));
        System.out.println("xAbCy".matches("(?i)x[a-c]+y") + " " + "ab\ncd".matches("ab.cd") + " "
            + Pattern.compile("ab.cd", Pattern.DOTALL).matcher("ab\ncd").matches());
        System.out.println(Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb\nb").results().map(MatchResult::start)
            .collect(Collectors.toList()));
        System.out.println("foobar".matches("foo(?=bar).*") + " " + "foobaz".matches("foo(?!baz).*") + " "
            + "abab".matches("(ab)\\1"));
        System.out.println("<b>x</b><b>y</b>".replaceAll("<b>(.*?)</b>", "[$1]") + " "
            + "<b>x</b><b>y</b>".replaceAll("<b>(.*)</b>", "[$1]"));
        System.out.println(Pattern.compile("a|bc|d+").matcher("abcddd").results().map(MatchResult::group)
            .collect(Collectors.joining("|")));
        System.out.println(Pattern.quote("1.5") + " " + "1.5x1a5".replaceAll(Pattern.quote("1.5"), Matcher.quoteReplacement("$")));
        System.out.println(Pattern.compile("\\b\\w").matcher("the quick fox").replaceAll(m -> m.group().toUpperCase()));
        StringBuilder builder = new StringBuilder();
        Matcher numbers = Pattern.compile("\\d+").matcher("a1b22c");
        while (numbers.find()) {
            numbers.appendReplacement(builder, String.valueOf(Integer.parseInt(numbers.group()) * 2));
        }
        System.out.println(numbers.appendTail(builder));
        System.out.println("\u00e9\u00c9".matches("\\p{L}+") + " " + "x".matches("\\p{Upper}") + " " + "\t".matches("\\s"));
        System.out.println(Pattern.compile("(a+)+b").matcher("aaaaaaaac").matches() + " "
            + Pattern.compile("x{2,3}+").matcher("xxxx").lookingAt());
        try {
            Pattern.compile("(unclosed");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex());
        }
    }
}
