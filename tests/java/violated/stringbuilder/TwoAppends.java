//@ kind: assertion
/** Each append to the StringBuffer is one step, two of them are not. */
public class TwoAppends {
    static final StringBuffer TEXT = new StringBuffer();

    static void pair(char c) {
        TEXT.append(c);
        TEXT.append(c);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> pair('a'));
        other.start();
        pair('b');
        other.join();
        String result = TEXT.toString();
        assert result.equals("aabb") || result.equals("bbaa"); //~ assertion
    }
}
