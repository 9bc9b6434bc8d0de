/** A StringBuffer locks each call, so nothing is lost. */
public class Buffer {
    static final StringBuffer TEXT = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> TEXT.append("ab"));
        other.start();
        TEXT.append("cd");
        other.join();
        String result = TEXT.toString();
        assert result.equals("abcd") || result.equals("cdab");
    }
}
