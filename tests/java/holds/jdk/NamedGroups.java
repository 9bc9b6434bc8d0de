import java.util.regex.Pattern;

/** The names of groups are looked up when they are first asked for. */
class NamedGroups {
    static final Pattern pattern = Pattern.compile("(?<key>[a-z]+)=(?<value>.*)");

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
        var matcher = pattern.matcher("k=" + n);
        assert matcher.find() && matcher.group("value").equals(Integer.toString(n));
        assert pattern.split("a=b").length >= 0;
    }
}
