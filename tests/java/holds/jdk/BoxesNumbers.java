import java.util.Objects;

/** Boxes and their caches. */
class BoxesNumbers {
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
        Integer small = n;
        Long large = 1000L + n;
        assert small.equals(Integer.valueOf(n)) && large.hashCode() == 1000 + n && Objects.equals(small, n);
        assert Integer.toHexString(255).equals("ff") && Double.parseDouble("1.5") == 1.5;
    }
}
