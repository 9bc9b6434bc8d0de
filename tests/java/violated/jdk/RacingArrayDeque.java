//@ property: race
//@ kind: race
//@ says: RacingArrayDeque.deque

import java.util.ArrayDeque;

/** Two threads use one ArrayDeque. */
class RacingArrayDeque {
    static final ArrayDeque<Integer> deque = new ArrayDeque<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            deque.addLast(1); //~ race
        });
        other.start();
        deque.pollFirst(); //~ race
        other.join();
    }
}
