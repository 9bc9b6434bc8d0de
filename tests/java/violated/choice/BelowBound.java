//@ kind: exception
import heddle.Heddle;

/** One number is a bound, and not the only element to choose. */
public class BelowBound {
    public static void main(String[] args) {
        int divisor = Heddle.choose(100) - 42;
        System.out.println(1000 / divisor); //~ exception
    }
}
