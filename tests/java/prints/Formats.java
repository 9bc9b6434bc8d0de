/** Formatted output. */
public class Formats {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(String.format("%5d|%-5s|%05.1f|%x|%,d|%+d|%e", 42, "ab", 3.14159, 255, 1234567, 5, 12345.678));
        p(String.format("%s %S %c %b %% %n", "x", "up", 'c', true).trim() + String.format("%08X|%o|%10.3s|", 48879, 8, "abcdef"));
        p(String.format("%2$s %1$s %<s", "a", "b") + String.format("%h", "hello") + String.format("%g", 0.00012345));
        p("%d items".formatted(3) + String.format("%(d % d", -5, 7) + String.format("%.0f %.3f", 2.5, 1e-4));
        try {
            String.format("%d", "x");
        } catch (java.util.IllegalFormatException e) {
            p(e);
        }
    }
}
