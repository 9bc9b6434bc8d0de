//@ kind: exception
import java.util.ArrayList;
import java.util.List;

/** What is in the list is no string. */
public class MixedBag {
    static final List<Object> bag = new ArrayList<>();

    static synchronized void put() {
        bag.add(new Thread());
    }

    static synchronized int take() {
        return bag.isEmpty() ? 0 : ((String) bag.remove(0)).length();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(MixedBag::put).start();
            new Thread(MixedBag::take).start();
        }
    }
}
