//@ kind: race
/** Each thread has its own reference, to one and the same object. */
public class SharedContent {
    static final int[] CELL = new int[1];
    static final ThreadLocal<int[]> LOCAL = ThreadLocal.withInitial(() -> CELL);

    static void add() {
        LOCAL.get()[0]++; //~ race
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SharedContent::add);
        other.start();
        add();
        other.join();
    }
}
