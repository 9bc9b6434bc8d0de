import java.util.Hashtable;
import java.util.Vector;

/** The old collections are thread-safe. */
class OldCollections {
    static final Vector<Integer> vector = new Vector<>();
    static final Hashtable<Integer, String> table = new Hashtable<>();

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
        vector.add(n);
        table.put(n, "x");
        assert vector.contains(n) && table.containsKey(n);
    }
}
