//@ property: race
//@ kind: race
//@ says: RacingInReference.reference

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Nor does an atomic reference. */
class RacingInReference {
    static final AtomicReference<List<Integer>> reference = new AtomicReference<>(new ArrayList<>());

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            reference.get().add(1); //~ race
        });
        other.start();
        reference.get().add(2); //~ race
        other.join();
    }
}
