/** Two threads take turns. */
public class PingPong {
    private boolean ping = true;
    private int count;

    synchronized void turn(boolean mine) throws InterruptedException {
        while (ping != mine) {
            wait();
        }
        count++;
        ping = !mine;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        PingPong game = new PingPong();
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
        pong.join();
        assert game.count == 6;
    }
}
