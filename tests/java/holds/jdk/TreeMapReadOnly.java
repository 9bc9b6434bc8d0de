import java.util.TreeMap;

/** The same with a TreeMap and its descending view. */
class TreeMapReadOnly {
    static final TreeMap<String, Integer> map = new TreeMap<>();

    static {
        map.put("a", 1);
        map.put("b", 2);
    }

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
        assert map.firstKey().equals("a") && map.descendingMap().firstKey().equals("b");
        assert map.keySet().size() == 2 && map.headMap("b").size() == 1;
    }
}
