import java.util.concurrent.Phaser;

public class Rounds {
    static final Phaser phaser = new Phaser(3);
    static int done;

    static void worker() {
        synchronized (Rounds.class) { done++; }
        phaser.arriveAndAwaitAdvance();
        System.out.println("all did: " + done);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Rounds::worker, "a");
        Thread b = new Thread(Rounds::worker, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
//@ says: waits in Rounds.phaser.arriveAndAwaitAdvance(), and nobody will wake it, and so does b
//@ says: Rounds.java:9
