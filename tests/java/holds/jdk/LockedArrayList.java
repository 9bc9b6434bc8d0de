import java.util.ArrayList;
import java.util.List;

/** A list that is used under one lock only. */
class LockedArrayList {
    static final List<Integer> list = new ArrayList<>();

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
        synchronized (list) {
            list.add(n);
            assert list.contains(n) && list.size() <= 2;
        }
    }
}
