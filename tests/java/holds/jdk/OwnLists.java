import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;

/** Each thread has lists of its own. */
class OwnLists {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
        Collections.sort(list);
        list.removeIf(it -> it == 2);
        ArrayDeque<Integer> deque = new ArrayDeque<>(list);
        deque.push(n);
        LinkedList<Integer> linked = new LinkedList<>(deque);
        assert linked.getFirst() == n && linked.size() == 3;
    }
}
