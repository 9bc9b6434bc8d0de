//@ kind: assertion
/** Whether main sees the flag depends on the schedule; main was alone with another thread before. */
public class SeenAfterStart {
    static volatile int flag;

    public static void main(String[] args) {
        new Thread(() -> { }).start();
        new Thread(() -> flag = 1).start();
        if (flag == 1) {
            assert false; //~ assertion
        }
    }
}
