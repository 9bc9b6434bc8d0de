import java.util.concurrent.atomic.AtomicBoolean;

/** The opaque flag is seen by one thread, and a third hears of that under a lock. */
public class OpaqueThroughThird {
    static int data;
    static boolean told;
    static final AtomicBoolean READY = new AtomicBoolean();
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.setOpaque(true);
        }).start();
        new Thread(() -> {
            if (READY.getOpaque()) {
                synchronized (LOCK) {
                    told = true;
                }
            }
        }).start();
        boolean seen;
        synchronized (LOCK) {
            seen = told;
        }
        if (seen) {
            System.out.println(data);
        }
    }
}
