//@ kind: assertion
import heddle.Heddle;

/** One value of the range breaks the assertion. */
public class OneValue {
    static int absolute(int x) {
        return x > 0 || x < -2 ? Math.abs(x) : x;
    }

    public static void main(String[] args) {
        int x = Heddle.choose(-2, 2);
        Heddle.assume(x != -2);
        assert absolute(x) >= 0; //~ assertion
    }
}
