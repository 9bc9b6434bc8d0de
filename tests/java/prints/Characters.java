import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Characters, Unicode, code points, encodings. */
public class Characters {
    static String ascii(String text) {
        StringBuilder builder = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c < 128) {
                builder.append(c);
            } else {
                builder.append(String.format("\\u%04x", (int) c));
            }
        }
        return builder.toString();
    }

    public static void main(String[] args) {
        System.out.println(Character.isDigit('7') + " " + Character.isLetter('\u00e9') + " " + Character.isWhitespace('\t')
            + " " + Character.isLetterOrDigit('_') + " " + Character.isJavaIdentifierStart('$'));
        System.out.println(Character.getNumericValue('f') + " " + Character.digit('f', 16) + " " + Character.forDigit(11, 16)
            + " " + (int) Character.toUpperCase('\u00e4') + " " + Character.toLowerCase('Q'));
        String smile = "a\uD83D\uDE00b";
        System.out.println(smile.length() + " " + smile.codePointCount(0, smile.length()) + " " + smile.codePointAt(1)
            + " " + Character.charCount(smile.codePointAt(1)) + " " + Character.isSurrogate(smile.charAt(1)));
        System.out.println(ascii(new StringBuilder(smile).reverse().toString()));
        System.out.println(Arrays.toString(smile.codePoints().toArray()));
        System.out.println(Arrays.toString("\u00e9\u20ac".getBytes(StandardCharsets.UTF_8)));
        System.out.println(Arrays.toString("\u00e9\u20ac".getBytes(StandardCharsets.UTF_16BE)));
        System.out.println(Arrays.toString("\u00e9\u20ac".getBytes(StandardCharsets.ISO_8859_1)));
        System.out.println(Arrays.toString(smile.getBytes(StandardCharsets.UTF_8)));
        System.out.println(ascii(new String(new byte[] {(byte) 0xe2, (byte) 0x82, (byte) 0xac, 65}, StandardCharsets.UTF_8)));
        System.out.println(ascii(new String(new byte[] {(byte) 0xff, 65}, StandardCharsets.UTF_8)));
        System.out.println(ascii("stra\u00dfe".toUpperCase(java.util.Locale.ROOT)) + " "
            + ascii("\u0130".toLowerCase(java.util.Locale.ROOT)));
        System.out.println(Character.getType('A') + " " + Character.getType(' '));
        System.out.println("\u0416".equals(String.valueOf((char) 1046)) + " " + "\u0416".hashCode() + " " + "\u0436".equalsIgnoreCase("\u0416"));
        System.out.println((char) ('a' + 1) + " " + ('a' + 1) + " " + (char) 0x263A % 256);
        int count = 0;
        for (char c = 0; c < 256; c++) {
            if (Character.isLetter(c)) {
                count++;
            }
        }
        System.out.println(count);
    }
}
