//@ kind: exception
//@ says: IllegalArgumentException
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** An updater is of a field of objects. */
public class UpdaterOfStatic {
    static volatile int ofClass;

    public static void main(String[] args) {
        AtomicIntegerFieldUpdater.newUpdater(UpdaterOfStatic.class, "ofClass"); //~ exception
    }
}
