import java.util.concurrent.atomic.AtomicReference;

/** Publication by lazySet, and a plain load of what only the loading thread stores. */
public class LazyPublication {
    static final class Box {
        int content;
    }

    static final AtomicReference<Box> SHELF = new AtomicReference<>();
    static int filled;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            if (SHELF.getPlain() == null) {
                Box box = new Box();
                box.content = 42;
                filled = 1;
                SHELF.lazySet(box);
            }
        });
        writer.start();
        Box box = SHELF.get();
        if (box != null) {
            assert box.content == 42;
            assert filled == 1;
        }
        writer.join();
    }
}
