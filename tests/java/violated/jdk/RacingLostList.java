//@ property: race
//@ kind: race
//@ says: an ArrayList

import java.util.ArrayList;
import java.util.List;

/** A list that nobody looks at any more is copied while another thread sets an element. */
class RacingLostList {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        List<Integer> copy = new ArrayList<>();
        new Thread(() -> list.set(0, 3)).start(); //~ race
        copy.addAll(list); //~ race
    }
}
