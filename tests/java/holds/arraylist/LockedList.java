import java.util.ArrayList;
import java.util.List;

/** Two threads add to a list under its lock. */
public class LockedList {
    static final List<String> LIST = new ArrayList<>();

    static void add(String text) {
        synchronized (LIST) {
            LIST.add(text);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add("b"));
        other.start();
        add("a");
        other.join();
        assert LIST.size() == 2;
        assert LIST.contains("a") && LIST.contains("b");
    }
}
