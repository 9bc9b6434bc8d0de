//@ property: deadlock
//@ options: --ltl <>at(PlaceReachedEarly.prepare)
// The method is called before there is another thread.
public class PlaceReachedEarly {
    static volatile int other;

    static int prepare() {
        return 3;
    }

    public static void main(String[] args) {
        int start = prepare();
        new Thread(() -> other = start).start();
    }
}
