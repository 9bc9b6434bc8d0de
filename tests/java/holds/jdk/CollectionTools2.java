import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Algorithms over lists of the thread's own. */
class CollectionTools2 {
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
        List<Integer> list = new ArrayList<>(Arrays.asList(4, 3, n));
        Collections.sort(list, Collections.reverseOrder());
        assert list.get(0) == 4 && Collections.min(list) == n && Collections.frequency(list, 3) == 1;
        assert Collections.nCopies(n, "x").size() == n;
    }
}
