//@ kind: exception
/** The body is fine, close() is not. */
public class CloseThrows {
    static class Resource implements AutoCloseable {
        @Override
        public void close() {
            throw new IllegalStateException("close"); //~ exception
        }
    }

    public static void main(String[] args) {
        try (Resource resource = new Resource()) {
            assert resource != null;
        }
    }
}
