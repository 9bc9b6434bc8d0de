//@ property: race
//@ kind: race
//@ says: RacingStream.list

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A stream that was made before. */
class RacingStream {
    static final List<Integer> list = new ArrayList<>(List.of(2, 1));
    static final Stream<Integer> stream = list.stream();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.set(0, 5); //~ race
        });
        other.start();
        stream.reduce(0, Integer::sum); //~ race
        other.join();
    }
}
