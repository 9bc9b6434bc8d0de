/**
 * Threads that don't keep the program alive, an exit, and two locks that are taken in either order:
 * for runs that end while threads are left.
 */
public class Daemons {
    static final Object FIRST = new Object();
    static final Object SECOND = new Object();
    static volatile int beats;
    static volatile boolean done;

    static void inTurn(Object one, Object other) {
        synchronized (one) {
            synchronized (other) {
                done = true;
            }
        }
    }

    public static void main(String[] args) {
        boolean exits = args[0].equals("exit");
        boolean works = exits || args[0].equals("deadlock");
        Thread daemon = new Thread(() -> beats = 1, "daemon");
        daemon.setDaemon(true);
        Thread worker = new Thread(() -> inTurn(SECOND, FIRST), "worker");
        daemon.start();
        if (works) {
            worker.start();
        }
        if (exits) {
            System.exit(0);
        }
        inTurn(FIRST, SECOND);
    }
}
