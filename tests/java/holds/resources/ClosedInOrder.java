/** Resources are closed in reverse order, and a failing close() is kept as suppressed. */
public class ClosedInOrder {
    static final StringBuilder LOG = new StringBuilder();

    static class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
            LOG.append('+').append(name);
        }

        @Override
        public void close() {
            LOG.append('-').append(name);
            throw new IllegalStateException("close " + name);
        }
    }

    public static void main(String[] args) {
        try (Resource a = new Resource("a"); Resource b = new Resource("b"); Resource none = null) {
            throw new IllegalArgumentException("body");
        } catch (IllegalArgumentException e) {
            assert e.getSuppressed().length == 2;
            assert e.getSuppressed()[0].getMessage().equals("close b");
            assert e.getSuppressed()[1].getMessage().equals("close a");
        }
        assert LOG.toString().equals("+a+b-b-a");
    }
}
