import java.util.concurrent.atomic.AtomicBoolean;

/** A thread that is started once the flag is seen knows no more than who started it. */
public class OpaqueBeforeStart {
    static int data;
    static final AtomicBoolean READY = new AtomicBoolean();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.setOpaque(true);
        }).start();
        if (READY.getOpaque()) {
            new Thread(() -> System.out.println(data)).start();
        }
    }
}
