import java.nio.file.Path;

/** A Path is immutable. */
class OwnPaths {
    static final Path path = Path.of("a", "b", "c.txt");

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
        assert path.getFileName().toString().equals("c.txt") && path.resolveSibling("d" + n).getNameCount() == 3;
        assert path.hashCode() == Path.of("a/b/c.txt").hashCode();
    }
}
