import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listeners are told of events while others are added. */
public class Listeners {
    interface Listener {
        void changed(int value);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    void add(Listener listener) {
        listeners.add(listener);
    }

    void fire(int value) {
        for (Listener listener : listeners) {
            listener.changed(value);
        }
    }

    public static void main(String[] args) {
        Listeners source = new Listeners();
        for (int i = 0; i < 3; i++) {
            int value = i;
            new Thread(() -> source.add(it -> System.out.println(it))).start();
            new Thread(() -> source.fire(value)).start();
        }
    }
}
