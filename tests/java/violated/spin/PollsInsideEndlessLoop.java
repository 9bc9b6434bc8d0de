//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** Looks under a monitor, in an inner loop that nobody lets go on once the other has ended. */
public class PollsInsideEndlessLoop {
    static final Object LOCK = new Object();
    static int orders;
    static int served;

    static void serve() {
        while (true) {
            boolean ready;
            do {
                synchronized (LOCK) { //~ non-termination
                    ready = orders > served;
                } //~ non-termination
            } while (!ready);
            synchronized (LOCK) {
                served++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(PollsInsideEndlessLoop::serve).start();
        synchronized (LOCK) {
            orders++;
        }
    }
}
