//@ property: race
//@ kind: race
//@ says: a BitSet

import java.util.BitSet;

/** The bits of a set that nobody looks at any more are read while another thread sets one. */
class RacingLostBits {
    public static void main(String[] args) {
        BitSet bits = new BitSet();
        BitSet sum = new BitSet();
        bits.set(1);
        new Thread(() -> bits.set(2)).start(); //~ race
        sum.or(bits); //~ race
    }
}
