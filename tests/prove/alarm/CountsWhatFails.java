//@ kind: race
/** A handler of what the library throws writes a field that nothing protects. */
public class CountsWhatFails {
    static volatile String text = "1";
    static int failures;

    static class Reader extends Thread {
        @Override
        public void run() {
            try {
                Integer.parseInt(text);
                text = "none";
            } catch (NumberFormatException e) {
                failures++; //~ race
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Reader().start();
        }
    }
}
