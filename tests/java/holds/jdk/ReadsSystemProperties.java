/** The system's properties. */
class ReadsSystemProperties {
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
        assert System.getProperty("java.version") != null && System.getProperty("no.such" + n) == null;
        assert System.lineSeparator().length() > 0;
    }
}
