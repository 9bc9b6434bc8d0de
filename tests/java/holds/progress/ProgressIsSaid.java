//@ property: progress
import heddle.Heddle;

// Going round is what it is for, and it says so.
public class ProgressIsSaid {
    static volatile int beats;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                beats = 1 - beats;
                Heddle.progress();
            }
        }, "heart").start();
    }
}
