package trading;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A queue between threads with limited room. Who puts into a full one waits, who takes from an
 * empty one waits, until it is closed. Guarded by its own monitor.
 */
final class BoundedQueue<T> {
    private final int capacity;
    private final Deque<T> items = new ArrayDeque<>();
    private boolean closed;
    private int highWater;

    BoundedQueue(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("a queue needs room");
        }
        this.capacity = capacity;
    }

    /** Adds an item, waiting for room if it must. */
    synchronized void put(T item) throws InterruptedException {
        while (items.size() >= capacity && !closed) {
            wait();
        }
        if (closed) {
            throw new IllegalStateException("the queue is closed");
        }
        items.addLast(item);
        highWater = Math.max(highWater, items.size());
        notifyAll();
    }

    /** The next item, waiting for one if it must; null when the queue is closed and empty. */
    synchronized T take() throws InterruptedException {
        while (items.isEmpty() && !closed) {
            wait();
        }
        T item = items.pollFirst();
        if (item != null) {
            notifyAll();
        }
        return item;
    }

    /** All that is there now, without waiting. */
    synchronized List<T> drain() {
        List<T> all = new ArrayList<>(items);
        items.clear();
        notifyAll();
        return all;
    }

    /** Lets nothing more in. What is inside can still be taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isEmpty() {
        return items.isEmpty();
    }

    /** The most items that were ever inside. */
    synchronized int highWater() {
        return highWater;
    }
}
