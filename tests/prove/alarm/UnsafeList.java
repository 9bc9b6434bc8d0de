//@ kind: race
import java.util.ArrayList;
import java.util.List;

/** A list that is filled by all without a lock. */
public class UnsafeList {
    public static void main(String[] args) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> lines.add("line")).start();
        }
    }
}
