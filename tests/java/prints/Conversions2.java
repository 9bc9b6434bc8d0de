/** Conversions between numbers. */
public class Conversions2 {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p((int) 3.99e20 + " " + (long) Float.NaN + " " + (byte) 300 + " " + (char) 66 + " " + (short) 70000 + " " + (int) 'x');
        p((float) 0.1 + " " + (double) 0.1f + " " + 1 / 3.0f + " " + 7 / 2 + " " + -7 / 2 + " " + -7 % 3 + " " + 5.5 % 2);
        p((1 << 33) + " " + (1L << 33) + " " + (-8 >> 1) + " " + (-8 >>> 28) + " " + (5 & 3 | 4 ^ 1) + " " + ~7);
        int i = 5;
        i += 3.7;
        byte b = 10;
        b *= 30;
        p(i + " " + b + " " + (i++ + ++i) + " " + (char) ('a' + 1) + ('a' + 1) + 1.0f / 0 + " " + 0.1 + 0.2);
        long big = Long.MAX_VALUE;
        p((float) big + " " + (double) big + " " + (int) big + " " + Math.abs(Integer.MIN_VALUE) + " " + 100_000 * 100_000);
    }
}
