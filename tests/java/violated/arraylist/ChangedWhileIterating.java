//@ kind: exception
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Every single call is locked, but the loop over the list is not. */
public class ChangedWhileIterating {
    static final List<String> LIST = new ArrayList<>();

    public static void main(String[] args) {
        LIST.add("a");
        LIST.add("b");
        Thread other = new Thread(() -> {
            synchronized (LIST) {
                LIST.add("c");
            }
        });
        Iterator<String> iterator;
        synchronized (LIST) {
            iterator = LIST.iterator();
        }
        other.start();
        synchronized (LIST) {
            iterator.next(); //~ exception
        }
    }
}
