import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A synchronized list. */
class SynchronizedListShared {
    static final List<Integer> list = Collections.synchronizedList(new ArrayList<>());

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
        list.add(n);
        assert list.contains(n);
    }
}
