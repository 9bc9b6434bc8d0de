import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Dekker's entry protocol with release stores and acquire loads: both may get in. */
public class ReleaseBeforeAcquire {
    private boolean left;
    private boolean right;
    private int inside;
    private static final VarHandle LEFT;
    private static final VarHandle RIGHT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LEFT = lookup.findVarHandle(ReleaseBeforeAcquire.class, "left", boolean.class);
            RIGHT = lookup.findVarHandle(ReleaseBeforeAcquire.class, "right", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void enter(VarHandle mine, VarHandle other) {
        mine.setRelease(this, true);
        if (!(boolean) other.getAcquire(this)) {
            inside++;
        }
    }

    public static void main(String[] args) {
        ReleaseBeforeAcquire door = new ReleaseBeforeAcquire();
        new Thread(() -> door.enter(LEFT, RIGHT)).start();
        door.enter(RIGHT, LEFT);
    }
}
