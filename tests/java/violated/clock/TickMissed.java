//@ kind: assertion
//@ options: --timeouts any
/** A clock may show the same twice, and it may not. */
public class TickMissed {
    static volatile long seen;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> seen = System.currentTimeMillis());
        seen = System.currentTimeMillis();
        other.start();
        other.join();
        assert System.currentTimeMillis() == seen; //~ assertion
    }
}
