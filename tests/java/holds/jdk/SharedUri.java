import java.net.URI;

/** A URI keeps its text and parts. */
class SharedUri {
    static final URI uri = URI.create("http://example.org/a/b?c=d");

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
        assert uri.resolve("c").toString().endsWith("/a/c") && uri.getPath().equals("/a/b");
        assert uri.hashCode() == URI.create("http://example.org/a/b?c=d").hashCode();
    }
}
