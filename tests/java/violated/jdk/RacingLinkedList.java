//@ property: race
//@ kind: race
//@ says: RacingLinkedList.list

import java.util.LinkedList;

/** Two threads use one LinkedList. */
class RacingLinkedList {
    static final LinkedList<Integer> list = new LinkedList<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            list.add(1); //~ race
        });
        other.start();
        list.peekFirst(); //~ race
        other.join();
    }
}
