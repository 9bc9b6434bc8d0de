import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Lambdas capture values; method references and composition call the right code in two threads. */
public class Captures {
    private final int base;

    Captures(int base) {
        this.base = base;
    }

    IntUnaryOperator adder() {
        return x -> x + base;
    }

    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] other = new int[1];
        Thread thread = new Thread(() -> other[0] = new Captures(1).adder().applyAsInt(2));
        thread.start();
        IntUnaryOperator both = new Captures(10).adder().andThen(Captures::twice);
        Supplier<Captures> made = () -> new Captures(5);
        assert both.applyAsInt(1) == 22;
        assert made.get().base == 5;
        thread.join();
        assert other[0] == 3;
    }
}
