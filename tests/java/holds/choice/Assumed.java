import heddle.Heddle;

/** Runs in which the assumption is false don't count. */
public class Assumed {
    public static void main(String[] args) {
        int divisor = Heddle.choose(0, 3);
        Heddle.assume(divisor != 0);
        int quotient = 6 / divisor;
        assert quotient * divisor <= 6;
        String word = Heddle.choose("a", "bb");
        assert word.length() == 1 || word.length() == 2;
    }
}
