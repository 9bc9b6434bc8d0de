//@ property: deadlock,exception,assertion
import java.util.ArrayDeque;
import java.util.Queue;

/** A log's writer ends when it is asked to and all that was accepted is written. */
public class AskedToStop {
    static final Object monitor = new Object();
    static final Queue<String> messages = new ArrayDeque<>();
    static boolean stopped;
    static int written;

    static boolean log(String message) {
        synchronized (monitor) {
            if (stopped) return false;
            messages.add(message);
            monitor.notifyAll();
            return true;
        }
    }

    static void write() {
        synchronized (monitor) {
            while (true) {
                while (messages.poll() != null) written++;
                if (stopped) return;
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(AskedToStop::write, "writer");
        boolean[] accepted = new boolean[1];
        Thread client = new Thread(() -> accepted[0] = log("hello"), "client");
        writer.start();
        client.start();
        synchronized (monitor) {
            stopped = true;
            monitor.notifyAll();
        }
        writer.join();
        client.join();
        assert written == (accepted[0] ? 1 : 0);
    }
}
