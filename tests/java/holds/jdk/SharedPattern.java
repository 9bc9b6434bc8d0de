import java.util.regex.Pattern;

/** A Pattern is immutable; each thread has its matcher. */
class SharedPattern {
    static final Pattern pattern = Pattern.compile("(\\w+)-(\\d+)");

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
        var matcher = pattern.matcher("item-" + n);
        assert matcher.matches() && matcher.group(2).equals(Integer.toString(n));
    }
}
