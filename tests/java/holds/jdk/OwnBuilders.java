/** Each thread has a StringBuilder of its own. */
class OwnBuilders {
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
        StringBuilder builder = new StringBuilder();
        builder.append(n).append(':').append(1.5).insert(0, "<").append('>').reverse();
        assert builder.toString().equals(">5.1:" + n + "<");
    }
}
