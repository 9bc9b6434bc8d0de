import java.util.concurrent.ThreadLocalRandom;

/**
 * Lets time pass between the steps of a program, so that its threads meet. Nothing here has an
 * effect that a program can see: no parking (it would use up a permit), no sleeping (an interrupt
 * would be lost).
 */
public final class Noise {
    /** How often and how long; set by the harness before each run, or for a JVM. */
    static volatile int level = Integer.getInteger("noise", 0);

    private Noise() {
    }

    public static void point() {
        int now = level;
        if (now == 0) {
            return;
        }
        int dice = ThreadLocalRandom.current().nextInt(16);
        if (dice < now) {
            Thread.yield();
        } else if (dice < 2 * now) {
            int rounds = 1 << ThreadLocalRandom.current().nextInt(12);
            for (int round = 0; round < rounds; round++) {
                Thread.onSpinWait();
            }
        }
    }

    public static int pass(int value) {
        point();
        return value;
    }

    public static long pass(long value) {
        point();
        return value;
    }

    public static boolean pass(boolean value) {
        point();
        return value;
    }

    public static <T> T pass(T value) {
        point();
        return value;
    }
}
