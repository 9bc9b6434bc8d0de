/** A buffer of one slot: one item that is marked, then others for ever. */
public class OneMarked {
    static int item = -1;
    static volatile boolean put, taken;

    static synchronized void put(int what) throws InterruptedException {
        while (item >= 0) {
            OneMarked.class.wait();
        }
        item = what;
        OneMarked.class.notifyAll();
    }

    static synchronized int take() throws InterruptedException {
        while (item < 0) {
            OneMarked.class.wait();
        }
        int what = item;
        item = -1;
        OneMarked.class.notifyAll();
        return what;
    }

    static void consume() {
        try {
            while (true) {
                if (take() == 1) {
                    taken = true;
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(OneMarked::consume).start();
        put(1);
        put = true;
        while (true) {
            put(0);
        }
    }
}
