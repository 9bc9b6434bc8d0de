//@ kind: assertion
/** Each append is one step, two are not. */
public class BufferInTwoSteps {
    static final StringBuffer TEXT = new StringBuffer();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(BufferInTwoSteps::other);
        other.start();
        other();
        other.join();
        assert TEXT.toString().equals("abab"); //~ assertion
    }

    static void other() {
        TEXT.append("a");
        TEXT.append("b");
    }
}
