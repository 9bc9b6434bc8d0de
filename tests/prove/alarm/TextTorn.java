//@ kind: race
/** One of the methods of a shared text has no monitor. */
public class TextTorn {
    private final StringBuilder text = new StringBuilder();

    synchronized void add(String word) {
        text.append(word);
    }

    int length() {
        return text.length();
    }

    public static void main(String[] args) {
        TextTorn shared = new TextTorn();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> shared.add("word")).start();
            new Thread(shared::length).start();
        }
    }
}
