//@ property: race
//@ kind: race
//@ says: RacingBitSet.bits

import java.util.BitSet;

/** Two bits of one word. */
class RacingBitSet {
    static final BitSet bits = new BitSet();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            bits.set(1); //~ race
        });
        other.start();
        bits.set(2); //~ race
        other.join();
    }
}
