/** The native method is reached only if the other thread was faster. */
public class InOneSchedule {
    static volatile boolean fast;

    static native int answer();

    public static void main(String[] args) {
        new Thread() {
            @Override
            public void run() {
                fast = true;
            }
        }.start();
        if (fast) {
            assert answer() == 42;
        }
    }
}
