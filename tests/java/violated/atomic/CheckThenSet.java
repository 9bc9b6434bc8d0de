//@ kind: assertion
import java.util.concurrent.atomic.AtomicReference;

/** Both threads may find the reference empty, and each believes it was first. */
public class CheckThenSet {
    static final AtomicReference<Thread> OWNER = new AtomicReference<>();

    static void claim() {
        if (OWNER.get() == null) {
            OWNER.set(Thread.currentThread());
            assert OWNER.get() == Thread.currentThread(); //~ assertion
        }
    }

    public static void main(String[] args) {
        new Thread(CheckThenSet::claim).start();
        claim();
    }
}
