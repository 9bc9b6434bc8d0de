import java.util.concurrent.atomic.AtomicIntegerArray;

/** Lamport's bakery: who has the lower number goes first. */
public class Bakery {
    static final AtomicIntegerArray choosing = new AtomicIntegerArray(2);
    static final AtomicIntegerArray number = new AtomicIntegerArray(2);
    static int count;

    static void lock(int me) {
        int other = 1 - me;
        choosing.set(me, 1);
        number.set(me, 1 + number.get(other));
        choosing.set(me, 0);
        while (choosing.get(other) == 1) Thread.onSpinWait();
        while (isFirst(other, me)) Thread.onSpinWait();
    }

    static boolean isFirst(int other, int me) {
        int theirs = number.get(other);
        int mine = number.get(me);
        return theirs != 0 && (theirs < mine || theirs == mine && other < me);
    }

    static void run(int me) {
        lock(me);
        count++;
        number.set(me, 0);
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> run(1));
        thread.start();
        run(0);
        thread.join();
        assert count == 2;
    }
}
