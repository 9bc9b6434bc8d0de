import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Stack;
import java.util.Vector;

/** ArrayList, LinkedList, ArrayDeque, PriorityQueue, Stack, Vector. */
public class Lists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            list.add(i * i % 10);
        }
        System.out.println(list + " " + list.size() + " " + list.indexOf(4) + " " + list.lastIndexOf(4));
        list.remove(0);
        list.remove(Integer.valueOf(9));
        list.add(2, 77);
        list.set(0, -1);
        list.addAll(1, List.of(50, 51));
        list.removeAll(List.of(6, 5));
        System.out.println(list + " " + list.contains(77) + " " + list.hashCode());
        list.retainAll(List.of(1, 4, 77));
        list.subList(0, 2).clear();
        System.out.println(list + " " + Arrays.toString(list.toArray(new Integer[0])) + " " + list.isEmpty());
        try {
            list.get(100);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Deque<String> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            if (i % 2 == 0) {
                deque.addFirst("f" + i);
            } else {
                deque.addLast("l" + i);
            }
        }
        System.out.println(deque.pollFirst() + " " + deque.pollLast() + " " + deque.peekFirst() + " " + deque.size() + " " + deque);
        deque.push("top");
        System.out.println(deque.pop() + " " + deque.removeFirstOccurrence("l1") + " " + deque.contains("l1"));
        Queue<Integer> heap = new PriorityQueue<>(Collections.reverseOrder());
        heap.addAll(List.of(5, 1, 9, 3, 7));
        StringBuilder order = new StringBuilder();
        while (!heap.isEmpty()) {
            order.append(heap.poll()).append(' ');
        }
        System.out.println(order + "" + heap.poll());
        LinkedList<String> linked = new LinkedList<>(List.of("a", "b", "c"));
        linked.add(1, "x");
        linked.removeLast();
        linked.addFirst("0");
        System.out.println(linked + " " + linked.indexOf("b") + " " + linked.getLast());
        Stack<Integer> stack = new Stack<>();
        stack.push(1);
        stack.push(2);
        System.out.println(stack.peek() + " " + stack.search(1) + " " + stack.pop() + " " + stack);
        Vector<Integer> vector = new Vector<>(List.of(3, 2, 1));
        vector.insertElementAt(9, 1);
        System.out.println(vector + " " + vector.firstElement() + " " + vector.elementAt(1));
        System.out.println(new ArrayList<>(List.of(1, 2)).equals(new LinkedList<>(List.of(1, 2))));
    }
}
