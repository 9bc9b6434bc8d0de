import java.util.StringJoiner;

/** StringBuilder, StringBuffer and StringJoiner. */
public class Builders {
    public static void main(String[] args) {
        StringBuilder builder = new StringBuilder("start");
        builder.append(1).append('c').append(2.5).append(true).append((Object) null).append(new char[] {'x'}).append(7L);
        System.out.println(builder + " " + builder.length());
        builder.insert(0, "<<").insert(builder.length(), ">>").insert(3, 42);
        System.out.println(builder);
        builder.delete(0, 5).deleteCharAt(0).replace(0, 3, "ABC").setCharAt(1, '_');
        System.out.println(builder);
        System.out.println(builder.indexOf("true") + " " + builder.lastIndexOf("l") + " " + builder.charAt(2));
        System.out.println(new StringBuilder("stressed").reverse());
        builder.setLength(3);
        System.out.println(builder + "|" + builder.isEmpty());
        for (int i = 0; i < 40; i++) {
            builder.append((char) ('a' + i % 26));
        }
        System.out.println(builder.substring(10) + " " + builder.subSequence(0, 4));
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")));
        StringBuffer buffer = new StringBuffer();
        buffer.append("x", 0, 1).append("hello", 1, 3).appendCodePoint(0x1F600);
        System.out.println(buffer.length() + " " + buffer.codePointAt(3));
        StringJoiner joiner = new StringJoiner(", ", "{", "}").setEmptyValue("empty");
        System.out.println(joiner);
        joiner.add("a").add("b");
        System.out.println(joiner + " " + joiner.length());
        StringBuilder wide = new StringBuilder("latin");
        wide.append('\u0416').append("more");
        System.out.println((int) wide.charAt(5) + " " + wide.length());
        try {
            new StringBuilder("abc").deleteCharAt(3);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
