import java.util.concurrent.ConcurrentHashMap;

/** A ConcurrentHashMap. */
class ConcurrentMapShared {
    static final ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        map.putIfAbsent(n, "x");
        assert map.containsKey(n) && map.size() <= 2;
    }
}
