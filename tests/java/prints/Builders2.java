import java.util.List;

/** String builders. */
public class Builders2 {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        StringBuilder text = new StringBuilder("hello");
        text.insert(0, 1.5).append(true).append(new char[] {'x', 'y'}).deleteCharAt(3).replace(0, 2, "__");
        p(text + " " + text.length() + " " + text.indexOf("l") + " " + text.charAt(4));
        text.setLength(4);
        text.setCharAt(0, '#');
        p(text.reverse() + " " + text.compareTo(new StringBuilder("a")) + " " + text.chars().max().getAsInt());
        text.append(1).append('c').append(2L).append(3.0f).append((Object) null).append("abc", 1, 2).appendCodePoint(97);
        p(text + " " + new StringBuffer("x").append(1).reverse() + " " + "a".concat("b").intern());
        p("x" + null + 1 + 2L + 'c' + 1.0f + 2.0 + true + new int[0].length + List.of());
    }
}
