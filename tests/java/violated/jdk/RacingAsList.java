//@ property: race
//@ kind: race
//@ says: RacingAsList.list

import java.util.Arrays;
import java.util.List;

/** A list over an array. */
class RacingAsList {
    static final List<String> list = Arrays.asList("a", "b");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.set(0, "c"); //~ race
        });
        other.start();
        list.get(0); //~ race
        other.join();
    }
}
