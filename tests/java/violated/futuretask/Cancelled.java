//@ kind: exception
import java.util.concurrent.FutureTask;

/** A task that may be cancelled is asked for its result. */
public class Cancelled {
    static final FutureTask<Integer> TASK = new FutureTask<>(() -> 1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Cancelled::other);
        other.start();
        TASK.run();
        assert TASK.get() == 1; //~ exception
        other.join();

    }

    static void other() {
        TASK.cancel(false);
    }
}
