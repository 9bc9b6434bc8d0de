import java.util.concurrent.atomic.AtomicBoolean;

/** One weak store is enough: the load of the volatile flag may come before it. */
public class LazyAgainstVolatile {
    static final AtomicBoolean READY = new AtomicBoolean();
    static volatile boolean go;

    public static void main(String[] args) throws InterruptedException {
        boolean[] seen = new boolean[2];
        Thread other = new Thread(() -> {
            go = true;
            seen[0] = READY.get();
        });
        other.start();
        READY.lazySet(true);
        seen[1] = go;
        other.join();
        assert seen[0] || seen[1];
    }
}
