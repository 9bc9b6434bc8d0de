//@ reason: recursion
/** Recursion is not inlined. */
public class Recursion {
    synchronized int depth(int more) {
        return more == 0 ? 0 : 1 + depth(more - 1);
    }

    public static void main(String[] args) {
        Recursion shared = new Recursion();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> shared.depth(3)).start();
        }
    }
}
