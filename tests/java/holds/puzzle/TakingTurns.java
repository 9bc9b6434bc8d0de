/** Two threads print in turns, as often as asked. */
public class TakingTurns {
    private final int rounds;
    private final StringBuilder out = new StringBuilder();
    private boolean first = true;

    TakingTurns(int rounds) {
        this.rounds = rounds;
    }

    synchronized void print(String word, boolean mine) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            while (first != mine) {
                wait();
            }
            out.append(word);
            first = !mine;
            notifyAll();
        }
    }

    static Thread start(TakingTurns turns, String word, boolean mine) {
        Thread thread = new Thread(() -> {
            try {
                turns.print(word, mine);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, word);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        TakingTurns turns = new TakingTurns(3);
        Thread foo = start(turns, "foo", true);
        Thread bar = start(turns, "bar", false);
        foo.join();
        bar.join();
        assert turns.out.toString().equals("foobarfoobarfoobar");
    }
}
