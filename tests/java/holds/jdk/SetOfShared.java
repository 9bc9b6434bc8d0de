import java.util.Set;

/** An immutable set. */
class SetOfShared {
    static final Set<String> set = Set.of("a", "b", "c");

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
        assert set.contains("b") && set.stream().count() == 3 && set.toString().length() == 9;
    }
}
