//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
/** Two threads look under a lock, again and again, at what nobody sets. */
public class LooksUnderLock {
    static final Object LOCK = new Object();
    static boolean done;

    static void poll() {
        while (true) {
            synchronized (LOCK) { //~ non-termination
                if (done) {
                    return;
                }
            } //~ non-termination
        }
    }

    public static void main(String[] args) {
        new Thread(LooksUnderLock::poll).start();
        poll();
    }
}
