//@ jdk: 25
//@ kind: deadlock

/** Two virtual threads wait for each other to end. */
public class JoinedTooLate {
    static Thread one;
    static Thread other;

    public static void main(String[] args) throws Exception {
        one = Thread.ofVirtual().unstarted(() -> join(other));
        other = Thread.ofVirtual().unstarted(() -> join(one));
        one.start();
        other.start();
        one.join(); //~ deadlock
    }

    static void join(Thread thread) {
        try {
            if (thread.isAlive()) {
                thread.join(); //~ deadlock
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
