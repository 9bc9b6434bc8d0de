//@ kind: assertion
import java.util.Hashtable;

/** Get and put on a table are two steps. */
public class HashtableCounts {
    static final Hashtable<String, Integer> TABLE = new Hashtable<>();

    static {
        TABLE.put("k", 0);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(HashtableCounts::other);
        other.start();
        other();
        other.join();
        assert TABLE.get("k") == 2; //~ assertion
    }

    static void other() {
        TABLE.put("k", TABLE.get("k") + 1);
    }
}
