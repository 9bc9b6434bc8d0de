import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;

/** Iterables of our own, and the iterators of lists. */
public class Iterators {
    static class Range implements Iterable<Integer> {
        private final int from;
        private final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next = from;

                @Override
                public boolean hasNext() {
                    return next < to;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("after " + to);
                    }
                    return next++;
                }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int a : new Range(1, 4)) {
            for (int b : new Range(0, a)) {
                sum += a * b;
            }
        }
        System.out.println(sum);
        Iterator<Integer> iterator = new Range(0, 1).iterator();
        iterator.next();
        try {
            iterator.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            iterator.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        List<String> list = new ArrayList<>(List.of("a", "b", "c", "d"));
        for (Iterator<String> each = list.iterator(); each.hasNext();) {
            if (each.next().compareTo("b") <= 0) {
                each.remove();
            }
        }
        System.out.println(list);
        ListIterator<String> both = list.listIterator();
        while (both.hasNext()) {
            int index = both.nextIndex();
            String text = both.next();
            both.set(text + index);
            both.add("+" + text);
        }
        while (both.hasPrevious()) {
            System.out.print(both.previous() + " ");
        }
        System.out.println();
        try {
            for (String text : list) {
                if (text.startsWith("+")) {
                    list.remove(text);
                }
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("changed " + list);
        }
        LinkedList<Integer> linked = new LinkedList<>();
        new Range(0, 5).forEach(linked::addFirst);
        Iterator<Integer> backwards = linked.descendingIterator();
        backwards.next();
        backwards.remove();
        System.out.println(linked + " " + linked.peekFirst() + " " + linked.pollLast());
        list.removeIf(text -> text.length() > 2);
        list.replaceAll(String::toUpperCase);
        System.out.println(list);
    }
}
