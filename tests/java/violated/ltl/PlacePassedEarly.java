//@ property: deadlock
//@ kind: ltl
//@ options: --ltl []!at(PlacePassedEarly.prepare)
// The method is called before there is another thread.
public class PlacePassedEarly {
    static volatile int other;

    static int prepare() {
        return 3;
    }

    public static void main(String[] args) {
        int start = prepare();
        new Thread(() -> other = start).start();
    }
}
