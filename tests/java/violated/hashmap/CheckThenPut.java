//@ kind: assertion
import java.util.HashMap;
import java.util.Map;

/** Test and insertion are each locked, but not together: both threads think they were first. */
public class CheckThenPut {
    static final Map<String, String> OWNERS = new HashMap<>();
    static int winners;

    static void claim(String who) {
        boolean free;
        synchronized (OWNERS) {
            free = !OWNERS.containsKey("door");
        }
        if (free) {
            synchronized (OWNERS) {
                OWNERS.put("door", who);
                winners++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> claim("b"));
        other.start();
        claim("a");
        other.join();
        assert winners == 1; //~ assertion
    }
}
