import java.util.Map;

/** The views of an immutable map are made when they are first asked for. */
class MapOfViews {
    static final Map<String, Integer> map = Map.of("a", 1, "b", 2);

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
        assert map.keySet().size() == 2 && map.values().contains(n) && map.get("a") == 1;
    }
}
