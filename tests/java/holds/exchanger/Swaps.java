//@ options: --processors 1
import java.util.concurrent.Exchanger;

/** Each gets what the other gives. */
public class Swaps {
    static final Exchanger<String> EXCHANGER = new Exchanger<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Swaps::other);
        other.start();
        assert EXCHANGER.exchange("a").equals("b");
        other.join();

    }

    static void other() {
        try {
            assert EXCHANGER.exchange("b").equals("a");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
