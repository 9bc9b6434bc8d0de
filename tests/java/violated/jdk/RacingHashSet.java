//@ property: race
//@ kind: race
//@ says: RacingHashSet.set

import java.util.HashSet;
import java.util.Set;

/** Two threads add to one HashSet. */
class RacingHashSet {
    static final Set<Integer> set = new HashSet<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            set.add(1); //~ race
        });
        other.start();
        set.contains(1); //~ race
        other.join();
    }
}
