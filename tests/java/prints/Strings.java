import java.util.Arrays;
import java.util.Locale;

/** The methods of String. */
public class Strings {
    public static void main(String[] args) {
        String text = "The quick brown fox";
        System.out.println(text.length() + " " + text.charAt(4) + " " + text.indexOf("quick") + " " + text.indexOf('x')
            + " " + text.lastIndexOf("o") + " " + text.indexOf("none"));
        System.out.println(text.substring(4, 9) + "|" + text.substring(16) + "|" + text.replace('o', '0') + "|"
            + text.replace("brown", "red"));
        System.out.println(text.toUpperCase(Locale.ROOT) + " " + text.toLowerCase(Locale.ROOT));
        System.out.println(Arrays.toString(text.split(" ")) + " " + Arrays.toString("a,,b,,".split(","))
            + " " + Arrays.toString("a,,b,,".split(",", -1)) + " " + Arrays.toString("a1b22c".split("[0-9]+")));
        System.out.println("  trim me ".trim() + "|" + "  strip ".strip() + "|" + "xx ".stripTrailing() + "|"
            + "   ".isBlank() + "|" + "".isEmpty());
        System.out.println("ab".repeat(3) + " " + String.join("-", "a", "b", "c") + " "
            + String.join("/", Arrays.asList("x", "y")));
        System.out.println("apple".compareTo("banana") + " " + "a".compareTo("abc") + " "
            + "HELLO".equalsIgnoreCase("hello") + " " + "b".compareToIgnoreCase("A"));
        System.out.println(text.startsWith("The") + " " + text.endsWith("fox") + " " + text.contains("row") + " "
            + text.startsWith("quick", 4));
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "Aa".hashCode() + " " + "BB".hashCode());
        System.out.println(String.valueOf(3.5) + String.valueOf(true) + String.valueOf(new char[] {'a', 'b'}) + 'c' + 1 + 2L
            + 1.5f + null);
        System.out.println("a\tb\\n\"q\"" + '\'' + "\u0041" + "\101");
        System.out.println("one\ntwo\r\nthree".lines().count() + " " + "abc".chars().sum());
        System.out.println(new String(new char[] {'x', 'y', 'z'}, 1, 2) + " " + new String(new byte[] {72, 105}));
        System.out.println("x".concat("y") + " " + "mississippi".replaceAll("ss", "SS") + " "
            + "mississippi".replaceFirst("i", "I") + " " + "a.b.c".replace(".", ""));
        System.out.println("%s is %d".formatted("it", 5) + " " + "abc".matches("[a-c]+") + " " + "  a\n b".indent(2).length());
        String s = null;
        s += "x";
        System.out.println(s);
        char[] chars = "hello".toCharArray();
        Arrays.sort(chars);
        System.out.println(new String(chars) + " " + String.copyValueOf(chars, 1, 3));
        System.out.println("AbC".chars().mapToObj(c -> Character.isUpperCase(c) ? "U" : "l").reduce("", String::concat));
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
