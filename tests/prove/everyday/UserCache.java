import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Users are made when they are asked for first; of two at once one stays. */
public class UserCache {
    static final class User {
        final String name;

        User(String name) {
            this.name = name;
        }
    }

    private final ConcurrentMap<Integer, User> users = new ConcurrentHashMap<>();

    User find(int id) {
        User user = users.get(id);
        if (user == null) {
            User fresh = new User("user-" + id);
            User old = users.putIfAbsent(id, fresh);
            user = old != null ? old : fresh;
        }
        return user;
    }

    public static void main(String[] args) {
        UserCache cache = new UserCache();
        for (int i = 0; i < 5; i++) {
            int id = i % 3;
            new Thread(() -> System.out.println(cache.find(id).name)).start();
        }
    }
}
