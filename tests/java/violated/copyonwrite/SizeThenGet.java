//@ kind: exception
import java.util.concurrent.CopyOnWriteArrayList;

/** Between size and get an element goes. */
public class SizeThenGet {
    static final CopyOnWriteArrayList<Integer> LIST = new CopyOnWriteArrayList<>(new Integer[] {7});

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SizeThenGet::other);
        other.start();
        if (LIST.size() == 1) {
            assert LIST.get(0) == 7; //~ exception
        }
        other.join();

    }

    static void other() {
        LIST.remove(0);
    }
}
