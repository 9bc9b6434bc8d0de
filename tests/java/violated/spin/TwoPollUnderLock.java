//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
import java.util.concurrent.locks.ReentrantLock;

/** Two threads hand a lock to each other for ever, and look under it at what nobody sets. */
public class TwoPollUnderLock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static boolean flag;

    static void poll() {
        boolean done = false;
        while (!done) {
            LOCK.lock(); //~ non-termination
            try {
                if (flag) { //~ non-termination
                    done = true;
                }
            } finally {
                LOCK.unlock(); //~ non-termination
            }
        }
    }

    public static void main(String[] args) {
        new Thread(TwoPollUnderLock::poll).start();
        poll();
    }
}
