/** Integer arithmetic: overflow, division, shifts, bits, conversions. */
public class Arithmetic {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE;
        System.out.println(max + 1);
        System.out.println(Integer.MIN_VALUE / -1);
        System.out.println(Integer.MIN_VALUE % -1);
        System.out.println(Long.MAX_VALUE + 1);
        System.out.println(-7 / 2 + " " + -7 % 2 + " " + Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2));
        System.out.println((1 << 33) + " " + (1L << 33) + " " + (-1 >>> 28) + " " + (-1 >> 28) + " " + (-1L >>> 60));
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (char) 65 + " " + (int) 'z' + " " + (byte) -129);
        System.out.println((5 & 3) + " " + (5 | 3) + " " + (5 ^ 3) + " " + ~5);
        byte b = 127;
        b++;
        System.out.println(b);
        short s = 10;
        s *= 3.7;
        System.out.println(s);
        char c = 'a';
        c += 2;
        System.out.println(c);
        int i = 5;
        i = i++ + ++i;
        System.out.println(i);
        System.out.println(Integer.bitCount(255) + " " + Integer.reverse(1) + " " + Integer.highestOneBit(100)
            + " " + Long.numberOfTrailingZeros(64) + " " + Integer.numberOfLeadingZeros(1) + " "
            + Integer.rotateLeft(0x80000001, 4));
        System.out.println(Integer.toBinaryString(-8) + " " + Integer.toHexString(-1) + " " + Long.toString(255, 36)
            + " " + Integer.toOctalString(64));
        System.out.println(Integer.parseInt("-123") + Integer.parseInt("7f", 16) + Long.parseLong("99"));
        System.out.println(Integer.compare(3, 5) + " " + Integer.compareUnsigned(-1, 1) + " "
            + Integer.toUnsignedString(-1) + " " + Long.divideUnsigned(-1L, 10) + " " + Integer.remainderUnsigned(-1, 7));
        try {
            Math.addExact(max, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(1 / (i - i));
        } catch (ArithmeticException e) {
            System.out.println(e);
        }
        System.out.println(Math.abs(Integer.MIN_VALUE) + " " + Math.max(-0, 0) + " " + Math.multiplyHigh(1L << 62, 8));
    }
}
