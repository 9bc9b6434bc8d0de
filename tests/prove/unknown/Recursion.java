//@ reason: recursion
/** Recursion is not inlined. */
public class Recursion extends Thread {
    private Recursion next;

    synchronized int depth(int more) {
        return more == 0 ? 0 : 1 + depth(more - 1);
    }

    @Override
    public void run() {
        depth(3);
    }

    public static void main(String[] args) {
        new Recursion().start();
        new Recursion().start();
    }
}
