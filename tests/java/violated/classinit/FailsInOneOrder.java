//@ kind: exception
/** A class can't be initialised if another thread was faster. */
public class FailsInOneOrder {
    static volatile boolean closed;

    static class Settings {
        static final int PORT = read();

        static int read() {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            return 80;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> closed = true);
        thread.start();
        assert Settings.PORT == 80; //~ exception
        thread.join();
    }
}
