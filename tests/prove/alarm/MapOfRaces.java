//@ kind: race
import java.util.concurrent.ConcurrentHashMap;

/** The map is safe, what is in it is not. */
public class MapOfRaces {
    static class Session {
        int requests;
    }

    static final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> sessions.computeIfAbsent("ann", it -> new Session()).requests++).start();
        }
    }
}
