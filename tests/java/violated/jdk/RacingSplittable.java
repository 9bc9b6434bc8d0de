//@ property: race
//@ kind: race
//@ says: RacingSplittable.random

import java.util.SplittableRandom;

/** A SplittableRandom is for one thread. */
class RacingSplittable {
    static final SplittableRandom random = new SplittableRandom(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            random.nextInt(); //~ race
        });
        other.start();
        random.nextInt(); //~ race
        other.join();
    }
}
