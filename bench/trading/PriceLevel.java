package trading;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The resting orders at one price, oldest first. Guarded by the book's lock. */
final class PriceLevel {
    private final long price;
    private final Deque<Order> orders = new ArrayDeque<>();
    private int open;

    PriceLevel(long price) {
        this.price = price;
    }

    long price() {
        return price;
    }

    /** Shares open at this price. */
    int open() {
        return open;
    }

    boolean isEmpty() {
        return orders.isEmpty();
    }

    int size() {
        return orders.size();
    }

    void add(Order order) {
        if (order.limit() != price) {
            throw new IllegalArgumentException(order + " does not belong at " + price);
        }
        orders.addLast(order);
        open += order.open();
    }

    Order oldest() {
        return orders.peekFirst();
    }

    /** Fills the oldest order, and removes it if that was all of it. */
    void fillOldest(int quantity) {
        Order order = orders.getFirst();
        order.fill(quantity);
        open -= quantity;
        if (order.ended()) {
            orders.removeFirst();
        }
    }

    /** Takes an order out before its end. */
    boolean remove(Order order) {
        Iterator<Order> iterator = orders.iterator();
        while (iterator.hasNext()) {
            if (iterator.next() == order) {
                iterator.remove();
                open -= order.open();
                return true;
            }
        }
        return false;
    }

    /** Notes that an order of this level has become smaller; it keeps its place. */
    void shrunk(int by) {
        open -= by;
    }

    /** Whether the counter agrees with the orders. */
    boolean consistent() {
        int sum = 0;
        for (Order order : orders) {
            if (order.open() <= 0 || order.limit() != price) {
                return false;
            }
            sum += order.open();
        }
        return sum == open;
    }
}
