//@ reason: an equals() or hashCode() of the program
import java.util.concurrent.ConcurrentHashMap;

/** Keys count how often they are compared. */
public class OwnEquals {
    static int compared;

    static class Key {
        @Override
        public boolean equals(Object other) {
            compared++;
            return other instanceof Key;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<Key, String> map = new ConcurrentHashMap<>();
        map.put(new Key(), "first");
        for (int i = 0; i < 2; i++) {
            new Thread(() -> map.get(new Key())).start();
        }
    }
}
