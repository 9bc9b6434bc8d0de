/** Double-checked locking without volatile, by threads that come one after the other: no race, but a warning. */
public class LazyOneByOne {
    static class Table {
        int rows = 3;
    }

    static final Object LOCK = new Object();
    static Table table;
    static boolean ready;
    static volatile Table fine;
    static int count;

    static Table table() {
        Table seen = table;
        if (seen == null) {
            synchronized (LOCK) {
                if (table == null) {
                    table = new Table();
                }
                seen = table;
            }
        }
        return seen;
    }

    static Table fine() {
        if (fine == null) {
            synchronized (LOCK) {
                if (fine == null) {
                    fine = new Table();
                }
            }
        }
        return fine;
    }

    static void prepare() {
        if (!ready) {
            synchronized (LOCK) {
                if (!ready) {
                    count++;
                    ready = true;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            prepare();
            assert table().rows == 3;
        });
        first.start();
        first.join();
        prepare();
        assert table().rows == 3 && fine().rows == 3 && count == 1;
    }
}
