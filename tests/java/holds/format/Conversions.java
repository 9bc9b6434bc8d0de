/** The conversions of String.format that programs use most. */
public class Conversions {
    static void same(String expected, String actual) {
        assert expected.equals(actual) : actual;
    }

    public static void main(String[] args) {
        same("  42|42  |0042", String.format("%4d|%-4d|%04d", 42, 42, 42));
        same("1,234,567", String.format("%,d", 1234567));
        same("3.14|3.1416e+00", String.format("%.2f|%.4e", Math.PI, Math.PI));
        same("ff FF 17", String.format("%x %X %o", 255, 255, 15));
        same("true c null %", String.format("%b %c %s %%", true, 'c', null));
        same("b a", String.format("%2$s %1$s", "a", "b"));
        same("  abc", String.format("%5.3s", "abcdef"));
    }
}
