import java.util.concurrent.CopyOnWriteArrayList;

/** A CopyOnWriteArrayList is gone through while it grows. */
class CopyOnWriteShared {
    static final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();

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
        for (int element : list) {
            assert element == 1 || element == 2;
        }
    }
}
