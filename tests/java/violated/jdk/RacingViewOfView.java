//@ property: race
//@ kind: race
//@ says: RacingViewOfView.map

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A view of a view. */
class RacingViewOfView {
    static final Map<Integer, String> map = new HashMap<>(Map.of(1, "x"));
    static final Collection<String> view = Collections.unmodifiableCollection(map.values());

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(1, "y"); //~ race
        });
        other.start();
        view.iterator().next(); //~ race
        other.join();
    }
}
