//@ property: race
//@ kind: race
//@ says: RacingPriorityQueue.queue

import java.util.PriorityQueue;

/** Two threads use one PriorityQueue. */
class RacingPriorityQueue {
    static final PriorityQueue<Integer> queue = new PriorityQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            queue.add(1); //~ race
        });
        other.start();
        queue.poll(); //~ race
        other.join();
    }
}
