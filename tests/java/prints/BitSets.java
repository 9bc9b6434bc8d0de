import java.util.Arrays;
import java.util.BitSet;

/** Sets of bits. */
public class BitSets {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        BitSet bits = new BitSet();
        bits.set(1);
        bits.set(5, 8);
        BitSet other = BitSet.valueOf(new long[] {0b110});
        p(bits + " " + bits.cardinality() + " " + bits.nextClearBit(5) + " " + bits.length());
        bits.xor(other);
        p(bits + " " + Arrays.toString(bits.toLongArray()));
    }
}
