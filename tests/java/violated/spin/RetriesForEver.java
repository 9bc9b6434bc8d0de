//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** A loop that is left when nothing is thrown, and something always is. */
public class RetriesForEver {
    static volatile String text;

    static int length() {
        while (true) {
            try {
                return text.length(); //~ non-termination
            } catch (NullPointerException e) {
                Thread.yield(); //~ non-termination
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> text = null).start();
        length();
    }
}
