//@ kind: exception
/** Two threads take a place each in an array with room for one. */
public class IndexOutOfBounds {
    static final String[] PLACES = new String[1];
    static int next;

    static synchronized void sit(String name) {
        PLACES[next++] = name; //~ exception
    }

    public static void main(String[] args) {
        new Thread(() -> sit("b")).start();
        sit("a");
    }
}
