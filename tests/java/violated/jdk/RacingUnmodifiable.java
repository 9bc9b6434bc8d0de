//@ property: race
//@ kind: race
//@ says: RacingUnmodifiable.list

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An unmodifiable view shows what another thread changes. */
class RacingUnmodifiable {
    static final List<Integer> list = new ArrayList<>(List.of(1));
    static final List<Integer> view = Collections.unmodifiableList(list);
    static int used;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.set(0, 2); //~ race
        });
        other.start();
        used += view.get(0); //~ race
        other.join();
    }
}
