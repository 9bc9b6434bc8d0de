//@ kind: assertion
import org.sosy_lab.sv_benchmarks.Verifier;

/** Every byte is tried. */
public class EveryByte {
    public static void main(String[] args) {
        byte number = Verifier.nondetByte();
        Verifier.assume(number < 0);
        assert number != -77; //~ assertion
    }
}
