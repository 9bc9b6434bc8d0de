//@ kind: exception
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Nobody waits while the other chooses its number. */
public class BakeryWithoutChoosing {
    static final AtomicIntegerArray number = new AtomicIntegerArray(2);
    static volatile int inside;

    static boolean isFirst(int other, int me) {
        int theirs = number.get(other);
        int mine = number.get(me);
        return theirs != 0 && (theirs < mine || theirs == mine && other < me);
    }

    static void run(int me) {
        int other = 1 - me;
        number.set(me, 1 + number.get(other));
        while (isFirst(other, me)) Thread.onSpinWait();
        inside++;
        if (inside != 1) throw new IllegalStateException("two inside"); //~ exception
        inside--;
        number.set(me, 0);
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> run(1), "one");
        thread.start();
        run(0);
        thread.join();
    }
}
