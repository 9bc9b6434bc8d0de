//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
import java.util.concurrent.atomic.AtomicBoolean;

/** Each of two waits for the other to begin. */
public class InnerLoopsOfTwo {
    static final AtomicBoolean PING = new AtomicBoolean();
    static final AtomicBoolean PONG = new AtomicBoolean();

    static void play(AtomicBoolean mine, AtomicBoolean other) {
        for (;;) {
            while (!mine.compareAndSet(true, false)) { //~ non-termination
                Thread.onSpinWait(); //~ non-termination
            }
            other.set(true);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> play(PING, PONG)).start();
        play(PONG, PING);
    }
}
