//@ kind: assertion
import java.util.concurrent.Phaser;

/** One arrives but does not wait for the other. */
public class ArrivesWithoutWaiting {
    static final Phaser PHASER = new Phaser(2);
    static volatile int a;
    static volatile int b;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ArrivesWithoutWaiting::other);
        other.start();
        a = 1;
        PHASER.arrive();
        assert b == 1; //~ assertion
        other.join();

    }

    static void other() {
        b = 1;
        PHASER.arriveAndAwaitAdvance();
        assert a == 1;
    }
}
