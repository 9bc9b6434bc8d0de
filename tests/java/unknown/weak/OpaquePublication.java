import java.util.concurrent.atomic.AtomicReference;

/** An object that a plain store makes known may be seen before what is in it. */
public class OpaquePublication {
    static final class Box {
        int content;
    }

    static final AtomicReference<Box> SHELF = new AtomicReference<>();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            Box box = new Box();
            box.content = 42;
            SHELF.setPlain(box);
        });
        writer.start();
        Box box = SHELF.getAcquire();
        if (box != null) {
            assert box.content == 42;
        }
        writer.join();
    }
}
