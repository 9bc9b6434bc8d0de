//@ open: too many configurations
import java.util.concurrent.ConcurrentHashMap;

/** Sessions by their names; each is changed under its own monitor. */
public class SessionMap {
    static class Session {
        private int requests;

        synchronized void touch() {
            requests++;
        }
    }

    private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

    void request(String user) {
        Session session = sessions.computeIfAbsent(user, it -> new Session());
        session.touch();
    }

    public static void main(String[] args) {
        SessionMap map = new SessionMap();
        for (int i = 0; i < 6; i++) {
            String user = "user" + i % 2;
            new Thread(() -> map.request(user)).start();
        }
    }
}
