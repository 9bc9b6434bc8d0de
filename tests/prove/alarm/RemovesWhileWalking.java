//@ kind: exception
import java.util.ArrayList;
import java.util.List;

/** Elements are removed from a list that is walked through. */
public class RemovesWhileWalking {
    private final List<String> names = new ArrayList<>();

    synchronized void fill() {
        names.add("a");
        names.add("b");
        names.add("c");
        for (String name : names) {
            if (name.isEmpty() || names.size() > 2) {
                names.remove(name);
            }
        }
    }

    public static void main(String[] args) {
        RemovesWhileWalking list = new RemovesWhileWalking();
        for (int i = 0; i < 2; i++) {
            new Thread(list::fill).start();
        }
    }
}
