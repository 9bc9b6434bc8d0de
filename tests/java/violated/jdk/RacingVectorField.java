//@ property: race
//@ kind: race
//@ says: Vector.elementCount

import java.util.Vector;

/** A class of the program reads a field of a Vector without its lock. */
class RacingVectorField {
    static class Open extends Vector<Integer> {
        int count() {
            return elementCount; //~ race
        }
    }
    static final Open open = new Open();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            open.add(1); //~ race
        });
        other.start();
        open.count();
        other.join();
    }
}
