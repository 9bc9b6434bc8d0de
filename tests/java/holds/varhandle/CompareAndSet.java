import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Atomic access to a plain field through a VarHandle. */
public class CompareAndSet {
    private int count;
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(CompareAndSet.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void add() {
        int seen;
        do {
            seen = (int) COUNT.getVolatile(this);
        } while (!COUNT.compareAndSet(this, seen, seen + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        CompareAndSet shared = new CompareAndSet();
        Thread other = new Thread(shared::add);
        other.start();
        shared.add();
        other.join();
        assert shared.count == 2;
    }
}
