import java.util.concurrent.atomic.AtomicInteger;

/** A read-modify-write by hand: the loop tries again when somebody was faster. */
public class CompareAndSetLoop {
    static final AtomicInteger VALUE = new AtomicInteger(1);

    static void doubled() {
        int seen;
        do {
            seen = VALUE.get();
        } while (!VALUE.compareAndSet(seen, seen * 2));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CompareAndSetLoop::doubled);
        other.start();
        doubled();
        other.join();
        assert VALUE.get() == 4;
    }
}
