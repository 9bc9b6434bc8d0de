import java.util.concurrent.Phaser;

/** In the second phase both have done the first. */
public class TwoPhases {
    static final Phaser PHASER = new Phaser(2);
    static int a;
    static int b;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(TwoPhases::other);
        other.start();
        a = 1;
        PHASER.arriveAndAwaitAdvance();
        assert b == 1;
        other.join();

    }

    static void other() {
        b = 1;
        PHASER.arriveAndAwaitAdvance();
        assert a == 1;
    }
}
