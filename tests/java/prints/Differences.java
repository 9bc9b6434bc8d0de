/** Bits of arithmetic that differ between types. */
public class Differences {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        p(0.1 + 0.2 + " " + (0.1f + 0.2f) + " " + 1e16 + " " + 123456789.0 + " " + 1.0E-5 + " " + 100.0f + " " + Double.MIN_NORMAL);
        p((double) Float.MAX_VALUE + " " + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + Math.sqrt(-1) + " " + 1 / -0.0);
        p(Math.sin(1) + " " + Math.exp(1) + " " + Math.log10(1000) + " " + Math.pow(2, 0.5) + " " + Math.atan2(1, -1) + " " + StrictMath.tan(0.5));
        p(Math.rint(2.5) + " " + Math.floor(-1.1) + " " + Math.ceil(1.1) + " " + Math.signum(-3.0) + " " + Math.ulp(1.0) + " " + Math.nextUp(1.0f) + " " + Math.fma(2.0, 3.0, 1.0));
        p(Math.multiplyHigh(Long.MAX_VALUE, 4) + " " + Math.floorDiv(-7, 2) + " " + Long.divideUnsigned(-1, 10) + " " + Integer.rotateLeft(1, 33));
    }
}
