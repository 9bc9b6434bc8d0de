import java.util.Hashtable;

/** A table has both keys. */
public class HashtablePuts {
    static final Hashtable<String, Integer> TABLE = new Hashtable<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(HashtablePuts::other);
        other.start();
        TABLE.put("a", 1);
        other.join();
        assert TABLE.size() == 2;
    }

    static void other() {
        TABLE.put("b", 2);
    }
}
