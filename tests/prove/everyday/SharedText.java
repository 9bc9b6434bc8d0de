/** Threads append to a StringBuilder that is guarded by a monitor. */
public class SharedText {
    private final StringBuilder text = new StringBuilder();

    synchronized void add(String word) {
        text.append(word).append(' ');
    }

    synchronized String text() {
        return text.toString();
    }

    public static void main(String[] args) {
        SharedText shared = new SharedText();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> shared.add("word")).start();
        }
        System.out.println(shared.text());
    }
}
