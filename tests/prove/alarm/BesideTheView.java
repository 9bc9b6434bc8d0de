//@ kind: race
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One thread uses the list itself, not what synchronises it. */
public class BesideTheView {
    public static void main(String[] args) {
        List<String> raw = new ArrayList<>();
        List<String> safe = Collections.synchronizedList(raw);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> safe.add("a")).start();
            new Thread(() -> raw.add("b")).start();
        }
    }
}
