//@ kind: deadlock
/** Two threads take turns, but only one tells the other that it is done. */
public class PongKeepsQuiet {
    private boolean ping = true;
    private int count;

    synchronized void turn(boolean mine) throws InterruptedException {
        while (ping != mine) {
            wait(); //~ deadlock
        }
        count++;
        ping = !mine;
        if (mine) {
            notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PongKeepsQuiet game = new PongKeepsQuiet();
        Runnable player = new Runnable() {
            @Override
            public void run() {
                try {
                    for (int i = 0; i < 3; i++) {
                        game.turn(false);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        Thread pong = new Thread(player, "pong");
        pong.start();
        for (int i = 0; i < 3; i++) {
            game.turn(true);
        }
        pong.join(); //~ deadlock
        assert game.count == 6;
    }
}
