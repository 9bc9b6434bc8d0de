import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/** Queues that are not shared. */
public class Queues2 {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(it -> it));
        Collections.addAll(queue, "ccc", "a", "bb", "aa");
        StringBuilder all = new StringBuilder();
        while (!queue.isEmpty()) all.append(queue.poll()).append(' ');
        p(all);
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        deque.push(1);
        deque.addLast(2);
        deque.offerFirst(0);
        p(deque + " " + deque.peekLast() + " " + deque.pop() + " " + deque);
        try {
            new ArrayDeque<>().removeFirst();
        } catch (NoSuchElementException e) {
            p(e);
        }
    }
}
