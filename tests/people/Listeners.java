import java.util.*;

public class Listeners {
    interface Listener { void changed(); }
    private final List<Listener> listeners = new ArrayList<>();

    void add(Listener l) { listeners.add(l); }
    void fire() { for (Listener l : listeners) l.changed(); }

    public static void main(String[] args) throws Exception {
        Listeners hub = new Listeners();
        hub.add(() -> System.out.println("one"));
        Thread t = new Thread(() -> hub.add(() -> System.out.println("two")));
        t.start();
        hub.fire();
        t.join();
    }
}
//@ says: data race on Listeners.listeners, an ArrayList: iterator by main at Listeners.java:8, and add by Thread-0 at Listeners.java:7
//@ says: CopyOnWriteArrayList
