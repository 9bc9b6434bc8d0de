import java.util.Optional;

/** An Optional is immutable. */
class OwnOptional {
    static final Optional<String> name = Optional.of("x");

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
        assert name.map(it -> it + n).orElse("").equals("x" + n) && name.isPresent();
    }
}
