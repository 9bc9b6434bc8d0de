//@ property: race
//@ kind: race
//@ says: RacingBitSetOr.bits

import java.util.BitSet;

/** A set of bits that is only read, and changed by another thread. */
class RacingBitSetOr {
    static final BitSet bits = new BitSet();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            bits.set(1); //~ race
        });
        other.start();
        new BitSet().or(bits); //~ race
        other.join();
    }
}
