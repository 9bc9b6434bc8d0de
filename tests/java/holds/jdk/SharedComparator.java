import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A comparator that both sort by. */
class SharedComparator {
    static final Comparator<String> byLength = Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

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
        List<String> words = new ArrayList<>(List.of("bb", "a", "c" + n));
        words.sort(byLength);
        assert words.get(0).equals("a");
    }
}
