//@ property: deadlock,exception,assertion,race,non-termination
import java.util.concurrent.atomic.AtomicBoolean;

/** Each of two waits for the other in an inner loop, and one begins. */
public class InnerLoopLetGo {
    static final AtomicBoolean PING = new AtomicBoolean(true);
    static final AtomicBoolean PONG = new AtomicBoolean();

    static void play(AtomicBoolean mine, AtomicBoolean other) {
        for (;;) {
            while (!mine.compareAndSet(true, false)) {
                Thread.onSpinWait();
            }
            other.set(true);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> play(PING, PONG)).start();
        play(PONG, PING);
    }
}
