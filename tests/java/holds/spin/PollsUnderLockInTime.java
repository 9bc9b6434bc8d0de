//@ property: deadlock,exception,assertion,race,non-termination
import java.util.concurrent.locks.ReentrantLock;

/** Two threads look under a lock at what one of them has set before. */
public class PollsUnderLockInTime {
    static final ReentrantLock LOCK = new ReentrantLock();
    static boolean flag;

    static void poll() {
        boolean done = false;
        while (!done) {
            LOCK.lock();
            try {
                if (flag) {
                    done = true;
                }
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(PollsUnderLockInTime::poll).start();
        LOCK.lock();
        try {
            flag = true;
        } finally {
            LOCK.unlock();
        }
        poll();
    }
}
