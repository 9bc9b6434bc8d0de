import java.util.List;

/** An immutable list. */
class ListOfShared {
    static final List<Integer> list = List.of(1, 2, 3, 4);

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
        int sum = 0;
        for (int element : list) {
            sum += element;
        }
        assert sum == 10 && list.contains(n) && list.hashCode() == List.of(1, 2, 3, 4).hashCode();
    }
}
