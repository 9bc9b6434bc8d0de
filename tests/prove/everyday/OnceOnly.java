import java.util.concurrent.atomic.AtomicBoolean;

/** Many threads try to set up; one does. */
public class OnceOnly {
    private final AtomicBoolean done = new AtomicBoolean(false);
    private int port;

    void setUp() {
        if (done.compareAndSet(false, true)) {
            port = 8080;
        }
    }

    public static void main(String[] args) {
        OnceOnly server = new OnceOnly();
        for (int i = 0; i < 3; i++) {
            new Thread(server::setUp).start();
        }
    }
}
