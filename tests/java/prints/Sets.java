import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** HashSet, LinkedHashSet, TreeSet, BitSet. */
public class Sets {
    public static void main(String[] args) {
        Set<String> set = new HashSet<>(List.of("one", "two", "three", "four"));
        System.out.println(set + " " + set.add("two") + " " + set.add("five") + " " + set.remove("one") + " " + set.contains("one"));
        Set<Integer> left = new TreeSet<>(List.of(1, 2, 3, 4));
        Set<Integer> right = new HashSet<>(List.of(3, 4, 5));
        Set<Integer> union = new TreeSet<>(left);
        union.addAll(right);
        Set<Integer> both = new TreeSet<>(left);
        both.retainAll(right);
        Set<Integer> only = new TreeSet<>(left);
        only.removeAll(right);
        System.out.println(union + " " + both + " " + only + " " + union.containsAll(left) + " " + left.equals(Set.of(4, 3, 2, 1))
            + " " + right.hashCode());
        Set<Character> order = new LinkedHashSet<>();
        for (char c : "mississippi".toCharArray()) {
            order.add(c);
        }
        System.out.println(order);
        TreeSet<String> tree = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        tree.addAll(List.of("b", "A", "c", "a", "D"));
        System.out.println(tree + " " + tree.first() + " " + tree.ceiling("bb") + " " + tree.lower("a") + " "
            + tree.headSet("c", true) + " " + tree.subSet("a", "c") + " " + tree.pollLast() + " " + tree.descendingSet());
        BitSet sieve = new BitSet();
        sieve.set(2, 60);
        for (int i = 2; i * i < 60; i++) {
            for (int j = i * i; sieve.get(i) && j < 60; j += i) {
                sieve.clear(j);
            }
        }
        System.out.println(sieve + " " + sieve.cardinality() + " " + sieve.nextSetBit(20) + " " + sieve.length());
        BitSet other = new BitSet();
        other.set(2);
        other.set(100);
        other.or(sieve);
        other.andNot(sieve);
        System.out.println(other + " " + other.intersects(sieve));
        Set<Set<Integer>> nested = new HashSet<>();
        nested.add(new HashSet<>(List.of(1, 2)));
        nested.add(new HashSet<>(List.of(2, 1)));
        System.out.println(nested.size());
        Set<Object> mixed = new LinkedHashSet<>(List.of(1, 1L, "1", '1', 1.0));
        System.out.println(mixed.size() + " " + mixed.contains(1) + " " + mixed.contains(2));
    }
}
