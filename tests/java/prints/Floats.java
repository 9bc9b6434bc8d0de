/** Floating point: formatting, special values, conversions, comparison. */
public class Floats {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.0, 0.1, 1.0 / 3, 100, 1e7, 1e-3, 1e-4, 123456789.125, 1e21, 1.5e300,
            Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, 2e-3, 9007199254740993.0};
        for (double value : values) {
            System.out.println(value + " " + (float) value + " " + (int) value + " " + (long) value);
        }
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println(1.1f * 1.1f + " " + (double) 1.1f);
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 1 / 0.0 + " " + -1 / 0.0 + " " + 0 / 0.0);
        System.out.println((Double.NaN == Double.NaN) + " " + Double.valueOf(Double.NaN).equals(Double.NaN) + " "
            + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + Double.compare(0.0, -0.0));
        System.out.println(Math.sqrt(2) + " " + Math.pow(2, 0.5) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.rint(2.5) + " " + Math.floor(-1.1)
            + " " + Math.ceil(-1.9) + " " + Math.round(0.49999999999999994));
        System.out.println(StrictMath.sin(1) + " " + StrictMath.cos(1) + " " + StrictMath.exp(1) + " "
            + StrictMath.log(10) + " " + StrictMath.atan2(1, -1));
        System.out.println(Double.parseDouble("1e3") + " " + Float.parseFloat("3.4028235e38") + " "
            + Double.valueOf("  -7.25  "));
        System.out.println(Double.toHexString(1.0 / 3) + " " + Double.doubleToLongBits(1.5) + " "
            + Float.floatToIntBits(-2f) + " " + Float.intBitsToFloat(0x7f800001));
        System.out.println(Math.ulp(1.0) + " " + Math.nextUp(1.0f) + " " + Math.signum(-3.0) + " "
            + Math.copySign(1, -0.0) + " " + Math.fma(2.0, 3.0, 1.0));
        System.out.println((float) 16777217 + " " + (long) 1e19 + " " + (int) Float.NaN + " " + (byte) 300.7 + " "
            + (char) 97.9);
        System.out.println(Double.hashCode(1.5) + " " + Float.hashCode(1.5f) + " " + Double.isFinite(1 / 0.0));
    }
}
