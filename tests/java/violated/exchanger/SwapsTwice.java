//@ kind: deadlock
//@ options: --processors 1
import java.util.concurrent.Exchanger;

/** One exchanges twice, the other once. */
public class SwapsTwice {
    static final Exchanger<String> EXCHANGER = new Exchanger<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SwapsTwice::other);
        other.start();
        EXCHANGER.exchange("a");
        EXCHANGER.exchange("c"); //~ deadlock
        other.join();

    }

    static void other() {
        try {
            EXCHANGER.exchange("b");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
