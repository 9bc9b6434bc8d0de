import org.sosy_lab.sv_benchmarks.Verifier;

/** Goes wrong for one int only, which nobody tries: that is not to hold. */
public class UntriedValues {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        assert number != 1_234_567;
    }
}
