//@ property: deadlock,exception,assertion,race,non-termination
import java.util.concurrent.Semaphore;

/** Two threads that play for ever, and wait for each other, are no fault. */
public class EndlessGame {
    static final Semaphore PING = new Semaphore(1);
    static final Semaphore PONG = new Semaphore(0);

    static void play(Semaphore mine, Semaphore other) {
        while (true) {
            mine.acquireUninterruptibly();
            other.release();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> play(PING, PONG)).start();
        play(PONG, PING);
    }
}
