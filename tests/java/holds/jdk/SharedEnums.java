import java.util.Map;

/** Constants of an enum are looked up by name in a table that is made then. */
class SharedEnums {
    enum Color { RED, GREEN }
    static final Map<Color, Integer> codes = Map.of(Color.RED, 1, Color.GREEN, 2);

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
        assert Color.valueOf("RED").ordinal() == 0 && Color.class.getEnumConstants().length == 2;
        assert codes.get(Color.values()[n - 1]) == n;
    }
}
