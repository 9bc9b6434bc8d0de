import java.util.BitSet;

/** Each thread has a BitSet of its own. */
class OwnBitSet {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        BitSet bits = new BitSet();
        bits.set(n);
        bits.set(70);
        assert bits.cardinality() == 2 && bits.nextSetBit(n + 1) == 70;
    }
}
