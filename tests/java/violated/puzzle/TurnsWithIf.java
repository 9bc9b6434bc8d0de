//@ kind: assertion
/** Four threads take turns, but look only once whether it is theirs. */
public class TurnsWithIf {
    private boolean first = true;

    synchronized void turn(boolean mine) throws InterruptedException {
        if (first != mine) {
            wait();
        }
        assert first == mine : "out of turn"; //~ assertion
        first = !mine;
        notify();
    }

    public static void main(String[] args) {
        TurnsWithIf turns = new TurnsWithIf();
        for (int i = 0; i < 4; i++) {
            boolean mine = i % 2 == 0;
            Thread thread = new Thread(() -> {
                try {
                    turns.turn(mine);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }
}
