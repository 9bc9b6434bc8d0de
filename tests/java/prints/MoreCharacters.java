/** Characters and code points. */
public class MoreCharacters {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        String text = "a\u00e9\ud83d\ude00z";
        p(text.length() + " " + text.codePointCount(0, text.length()) + " " + text.codePointAt(2) + " " + Character.charCount(0x1F600));
        p(Character.isLetter('\u00e9') + " " + Character.isDigit('7') + " " + Character.getNumericValue('f') + " " + Character.toChars(65)[0] + Character.toUpperCase('\u00df'));
        p(new StringBuilder(text).reverse().codePointAt(1) + " " + Character.isJavaIdentifierStart('$') + Character.MAX_RADIX);
        p(text.codePoints().mapToObj(Integer::toHexString).toList() + " " + Character.isWhitespace('\u2003') + Character.getType('A'));
    }
}
