import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Scores in a map under an explicit lock. */
public class Scoreboard {
    static class Score {
        int points;
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Score> scores = new HashMap<>();

    void add(String player, int points) {
        lock.lock();
        try {
            Score score = scores.get(player);
            if (score == null) {
                score = new Score();
                scores.put(player, score);
            }
            score.points += points;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        Scoreboard board = new Scoreboard();
        for (int i = 0; i < 4; i++) {
            String player = i % 2 == 0 ? "ann" : "bob";
            new Thread(() -> board.add(player, 3)).start();
        }
    }
}
