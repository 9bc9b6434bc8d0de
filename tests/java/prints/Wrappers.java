/** Wrappers of primitive types. */
public class Wrappers {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(Integer.valueOf(127) == Integer.valueOf(127));
        p(Integer.MAX_VALUE + 1 + " " + Integer.bitCount(255) + " " + Integer.reverse(1) + " " + Integer.highestOneBit(100) + " " + Long.numberOfTrailingZeros(8));
        p(Integer.divideUnsigned(-1, 2) + " " + Integer.toUnsignedString(-1) + " " + Long.parseLong("-9") + " " + Short.parseShort("7") + Byte.MIN_VALUE);
        p(Double.parseDouble("1e3") + " " + Float.MIN_VALUE + " " + Double.isNaN(0.0 / 0) + " " + Double.toHexString(1.5) + " " + Double.doubleToLongBits(2.0));
        p(Math.floorMod(-7, 3) + " " + Math.round(-2.5) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27) + " " + Math.toDegrees(Math.PI));
        for (String bad : new String[] {"", "1x", "99999999999"}) {
            try {
                Integer.parseInt(bad);
            } catch (NumberFormatException e) {
                p(e.getMessage());
            }
        }
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            p(e.getMessage());
        }
    }
}
