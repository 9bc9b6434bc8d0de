import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Iterators of a list that nobody changes. */
class OwnIterators {
    static final List<Integer> list = new ArrayList<>(List.of(1, 2, 3));

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
        Iterator<Integer> iterator = list.iterator();
        int sum = 0;
        while (iterator.hasNext()) {
            sum += iterator.next();
        }
        assert sum == 6 && list.subList(n, 3).size() == 3 - n;
    }
}
