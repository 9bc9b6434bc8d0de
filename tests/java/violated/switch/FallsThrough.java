//@ kind: assertion
/** A forgotten break is harmless until another thread has set the state. */
public class FallsThrough {
    static final int IDLE = 0;
    static final int RUNNING = 1;
    static final int STOPPED = 2;
    static volatile int state = IDLE;

    public static void main(String[] args) {
        new Thread(() -> state = RUNNING).start();
        int seen = state;
        int next = -1;
        switch (seen) {
            case RUNNING:
                next = STOPPED;
            case IDLE:
                next = RUNNING;
                break;
            default:
                break;
        }
        if (seen == IDLE) {
            assert next == RUNNING;
        } else {
            assert next == STOPPED; //~ assertion
        }
    }
}
