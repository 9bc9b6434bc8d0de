import java.text.ChoiceFormat;

/** Each thread has a ChoiceFormat of its own. */
class OwnChoiceFormat {
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
        ChoiceFormat format = new ChoiceFormat("0#none|1#one|2#many");
        assert format.format(n).equals(n == 1 ? "one" : "many");
    }
}
