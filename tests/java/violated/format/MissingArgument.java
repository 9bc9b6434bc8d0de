//@ kind: exception
/** The format asks for more arguments than there are, in a branch only one schedule takes. */
public class MissingArgument {
    static volatile boolean failed;

    public static void main(String[] args) {
        new Thread(() -> failed = true).start();
        String text = failed ? String.format("%s: %s", "failed") : "fine"; //~ exception
        assert text.equals("fine");
    }
}
