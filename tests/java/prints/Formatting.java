import java.util.Formatter;
import java.util.IllegalFormatException;
import java.util.Locale;

/** String.format and friends. */
public class Formatting {
    static void show(String format, Object... arguments) {
        try {
            System.out.println(format + " -> [" + String.format(Locale.ROOT, format, arguments) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(format + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        show("%d %5d %-5d| %05d %+d %(d %,d", 1, 2, 3, 4, 5, -6, 1234567);
        show("%x %X %o %#x %08x", 255, 255, 8, 255, -1);
        show("%f %.2f %10.3f %-10.1f| %+.0f %e %.3E %g", 1.5, 2.005, 3.14159, 2.25, 0.5, 12345.678, 0.00012, 1e-5);
        show("%f %f %5.1f", Double.NaN, Double.NEGATIVE_INFINITY, -0.04);
        show("%s %10s %-10s| %.2s %S", "text", "right", "left", "cut", "upper");
        show("%b %B %b %b", true, false, null, "x");
        show("%c %C %c", 'a', 'b', 0x41);
        show("%h %h", "hello", 42);
        show("%% %n".trim());
        show("%2$s %1$s %<s %s", "a", "b");
        show("%s %s", new int[0].length, java.util.List.of(1, 2));
        show("%d %d %d", Long.MAX_VALUE, (byte) -1, new java.math.BigInteger("12345678901234567890"));
        show("%.3f %10.2e", new java.math.BigDecimal("2.71828"), new java.math.BigDecimal("1234.5"));
        show("%d", "x");
        show("%s %s", "one");
        show("%q", 1);
        show("%-d", 1);
        show("%.2d", 1);
        show("%5", 1);
        Formatter formatter = new Formatter(Locale.ROOT);
        formatter.format("%s=", "k").format("%04.1f", 2.55);
        System.out.println(formatter);
        System.out.printf(Locale.ROOT, "%s-%s%n", 'x', 1L);
        System.out.println(String.format("|%8.3f|%-8s|%08d|", 3.14159, "ab", 42));
    }
}
